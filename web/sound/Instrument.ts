/** Two tones and a click, from the browser's own synthesiser. Made when the reader asks for sound, never before. */
import { CLICK_S, LOWEST_HZ, type Score } from './score';

/** Hz: an octave below the lowest pitch. Its overtones are what small loudspeakers give of it. */
const HUM_HZ = LOWEST_HZ / 2;

/** Relative loudness of the voices. */
const LOUDNESS = { tone: 0.5, hum: 0.25, click: 0.7 };

/** Seconds in which a tone reaches a new value, and in which it fades when nothing moves. */
const FOLLOWS_S = 0.02;
const HOLDS_S = 0.25;

export class Instrument {
  private readonly context = new AudioContext();
  private readonly out = this.context.createGain();
  private readonly tone = this.voice('sine', LOWEST_HZ);
  private readonly hum = this.voice('sawtooth', HUM_HZ);
  private readonly noise = this.clickNoise();
  private clicks: AudioBufferSourceNode[] = [];

  constructor() {
    this.out.connect(this.context.destination);
  }

  /** Seconds on the synthesiser's clock. */
  get now(): number {
    return this.context.currentTime;
  }

  /** From 0 to 1. */
  setVolume(volume: number): void {
    // Loudness goes by ratios too: half way on the control is heard as half as loud.
    this.out.gain.setTargetAtTime(volume * volume, this.now, FOLLOWS_S);
  }

  /** Browsers keep a page silent until its reader has pressed something. */
  async wake(): Promise<void> {
    if (this.context.state !== 'running') await this.context.resume();
  }

  /** Plays a score. Returns when on the clock it begins. */
  play({ seconds, pitch, sounds, hum, clicks }: Score): number {
    this.hush();
    const start = this.now + 0.05;
    this.tone.oscillator.frequency.setValueCurveAtTime(pitch, start, seconds);
    this.tone.gain.gain.setValueCurveAtTime(scaled(sounds, LOUDNESS.tone), start, seconds);
    this.hum.gain.gain.setValueCurveAtTime(scaled(hum, LOUDNESS.hum), start, seconds);
    for (const gain of [this.tone.gain.gain, this.hum.gain.gain])
      gain.setTargetAtTime(0, start + seconds, FOLLOWS_S);
    for (const at of clicks) this.click(start + at);
    return start;
  }

  /** Sounds as one moment does, for a short while. */
  sound(hertz: number, hum: number, lost: boolean): void {
    const { now } = this;
    this.follow(this.tone.gain.gain, hertz > 0 ? LOUDNESS.tone : 0, now);
    this.follow(this.hum.gain.gain, LOUDNESS.hum * hum, now);
    if (hertz > 0) {
      this.tone.oscillator.frequency.cancelScheduledValues(now);
      this.tone.oscillator.frequency.setTargetAtTime(hertz, now, FOLLOWS_S);
    }
    if (lost) this.click(now);
  }

  /** Stops whatever sounds. */
  hush(): void {
    const { now } = this;
    for (const { gain, oscillator } of [this.tone, this.hum]) {
      gain.gain.cancelScheduledValues(now);
      gain.gain.setTargetAtTime(0, now, FOLLOWS_S);
      oscillator.frequency.cancelScheduledValues(now);
    }
    for (const click of this.clicks) click.stop();
    this.clicks = [];
  }

  dispose(): void {
    void this.context.close();
  }

  private follow(gain: AudioParam, value: number, now: number): void {
    gain.cancelScheduledValues(now);
    gain.setTargetAtTime(value, now, FOLLOWS_S);
    gain.setTargetAtTime(0, now + HOLDS_S, FOLLOWS_S);
  }

  private click(at: number): void {
    const source = this.context.createBufferSource();
    source.buffer = this.noise;
    source.connect(this.out);
    source.onended = () => {
      this.clicks = this.clicks.filter((one) => one !== source);
    };
    source.start(at);
    this.clicks.push(source);
  }

  private voice(type: OscillatorType, hertz: number) {
    const oscillator = this.context.createOscillator();
    const gain = this.context.createGain();
    oscillator.type = type;
    oscillator.frequency.value = hertz;
    gain.gain.value = 0;
    oscillator.connect(gain).connect(this.out);
    oscillator.start();
    return { oscillator, gain };
  }

  /** Noise that dies away; the same every time. */
  private clickNoise(): AudioBuffer {
    const rate = this.context.sampleRate;
    const buffer = this.context.createBuffer(1, Math.ceil(rate * CLICK_S), rate);
    const samples = buffer.getChannelData(0);
    let state = 1;
    for (let at = 0; at < samples.length; at += 1) {
      state = (state * 16_807) % 2_147_483_647;
      samples[at] = LOUDNESS.click * (state / 1_073_741_823 - 1) * Math.exp((-6 * at) / samples.length);
    }
    return buffer;
  }
}

function scaled(curve: Float32Array<ArrayBuffer>, by: number): Float32Array<ArrayBuffer> {
  return curve.map((value) => value * by);
}
