/** Plays two tones and clicks with the Web Audio API. Create it when the user asks for sound; browsers block it before that. */
import { CLICK_S, LOWEST_HZ, type Score } from './score';

/** An octave below the lowest pitch, Hz. Small loudspeakers play only its overtones. */
const HUM_HZ = LOWEST_HZ / 2;

/** Relative loudness of the voices. */
const LOUDNESS = { tone: 0.5, hum: 0.25, click: 0.7 };

/** Time constant with which a tone approaches a new value, seconds. */
const RAMP_S = 0.02;

/** A tone fades out this long after the cursor has stopped, seconds. */
const HOLD_S = 0.25;

export class Instrument {
  private readonly context = new AudioContext();
  private readonly out = this.context.createGain();
  private readonly tone = this.createTone('sine', LOWEST_HZ);
  private readonly hum = this.createTone('sawtooth', HUM_HZ);
  private readonly noise = this.createClickNoise();
  private clicks: AudioBufferSourceNode[] = [];

  constructor() {
    this.out.connect(this.context.destination);
  }

  /** Seconds on the audio clock. */
  get now(): number {
    return this.context.currentTime;
  }

  /** From 0 to 1. */
  setVolume(volume: number): void {
    // Perceived loudness isn't proportional to gain. Squaring makes the middle of the slider sound about half as loud.
    this.out.gain.setTargetAtTime(volume * volume, this.now, RAMP_S);
  }

  /** Starts audio if the browser has suspended it. Browsers allow that only after a click or a key press. */
  async resume(): Promise<void> {
    if (this.context.state !== 'running') await this.context.resume();
  }

  /** Plays a score. Returns its start time on the audio clock. */
  play({ seconds, pitch, audible, hum, clicks }: Score): number {
    this.silence();
    const start = this.now + 0.05;
    this.tone.oscillator.frequency.setValueCurveAtTime(pitch, start, seconds);
    this.tone.gain.gain.setValueCurveAtTime(scaled(audible, LOUDNESS.tone), start, seconds);
    this.hum.gain.gain.setValueCurveAtTime(scaled(hum, LOUDNESS.hum), start, seconds);
    for (const gain of [this.tone.gain.gain, this.hum.gain.gain])
      gain.setTargetAtTime(0, start + seconds, RAMP_S);
    for (const at of clicks) this.click(start + at);
    return start;
  }

  /** Plays a single moment of the run, then fades out. */
  playMoment(hertz: number, hum: number, lost: boolean): void {
    const { now } = this;
    this.rampThenFade(this.tone.gain.gain, hertz > 0 ? LOUDNESS.tone : 0, now);
    this.rampThenFade(this.hum.gain.gain, LOUDNESS.hum * hum, now);
    if (hertz > 0) {
      this.tone.oscillator.frequency.cancelScheduledValues(now);
      this.tone.oscillator.frequency.setTargetAtTime(hertz, now, RAMP_S);
    }
    if (lost) this.click(now);
  }

  /** Stops all sound. */
  silence(): void {
    const { now } = this;
    for (const { gain, oscillator } of [this.tone, this.hum]) {
      gain.gain.cancelScheduledValues(now);
      gain.gain.setTargetAtTime(0, now, RAMP_S);
      oscillator.frequency.cancelScheduledValues(now);
    }
    for (const click of this.clicks) click.stop();
    this.clicks = [];
  }

  dispose(): void {
    void this.context.close();
  }

  private rampThenFade(gain: AudioParam, value: number, now: number): void {
    gain.cancelScheduledValues(now);
    gain.setTargetAtTime(value, now, RAMP_S);
    gain.setTargetAtTime(0, now + HOLD_S, RAMP_S);
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

  private createTone(type: OscillatorType, hertz: number) {
    const oscillator = this.context.createOscillator();
    const gain = this.context.createGain();
    oscillator.type = type;
    oscillator.frequency.value = hertz;
    gain.gain.value = 0;
    oscillator.connect(gain).connect(this.out);
    oscillator.start();
    return { oscillator, gain };
  }

  /** A short burst of decaying noise. Its generator has a fixed seed, so all clicks sound the same. */
  private createClickNoise(): AudioBuffer {
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

function scaled(curve: Float32Array<ArrayBuffer>, factor: number): Float32Array<ArrayBuffer> {
  return curve.map((value) => value * factor);
}
