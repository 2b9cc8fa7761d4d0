"""Files for other programs, the same as the page's, and plots in the page's colors and marks."""

import re
import subprocess
import sys

import matplotlib
import pytest
import vegaslab as vl
from conftest import ROOT

matplotlib.use("agg")

def test_colors_and_marks_are_the_pages():
    from vegaslab.plot import FLOW_COLORS, MARKS

    tokens = (ROOT / "web/ui/tokens.css").read_text("utf-8")
    light = dict(reversed(re.findall(r"--([\w-]+): (#\w+);", tokens)))  # the first of each is the light theme's
    assert [light[f"hue-{number}"] for number in range(1, 7)] == FLOW_COLORS and "hue-7" not in light
    flows = re.findall(r"--flow-(\d): var\(--hue-(\d)\);", tokens)
    assert flows == [(str(number), str(number)) for number in range(1, 7)]
    source = (ROOT / "web/ui/marks.ts").read_text("utf-8")
    marks = {
        name: (label, token.strip("'"), float(radius))
        for name, label, token, radius in re.findall(
            r"const (\w+) = mark\(\s*'\w+',\s*\(\) => t\('([^']*)'\),\s*'\w+',\s*(null|'[\w-]+'),\s*([\d.]+)", source
        )
    }
    kinds = dict(re.findall(r"^  (\w+): (\w+),$", source, re.M))
    for kind, (label, color, _, radius) in MARKS.items():
        assert (label, color and radius) == (marks[kinds[kind]][0], color and marks[kinds[kind]][2])
        assert color == light.get(marks[kinds[kind]][1])


def test_plots_show_every_event():
    run = vl.run("ahn-fig1-rr")
    figure = run.plot()
    assert [ax.get_ylabel() for ax in figure.axes] == ["segment", "cwnd, segments", "queue, packets"]
    labels = figure.axes[0].get_legend_handles_labels()[1]
    drawn = {line.get_label(): len(line.get_xdata()) for line in figure.axes[0].get_lines()}
    assert "dropped by the queue" in labels and "retransmit after timeout" in labels
    kinds = run.segments.decode().to_pandas()["kind"]
    assert drawn["dropped by the queue"] == (kinds == "drop_full").sum()
    assert drawn["segment sent"] == (kinds == "send").sum()
    other = vl.run("veno-side-by-side")
    name = other.flows["name"][1]
    (lines,) = [ax.get_lines() for ax in other.plot("rtt", flows=[name]).axes]
    assert [line.get_label() for line in lines] == [name]
    with pytest.raises(ValueError, match="there is no panel 'cwnd'; panels: sequence, window, rtt, queue"):
        run.plot("cwnd")
    with pytest.raises(ValueError, match="there is no flow 'nobody'"):
        run.plot(flows=["nobody"])


WRITE = """
import resource, signal, sys
import vegaslab as vl
scenario = vl.scenario("ahn-fig1-vr")
write = {
    "scenario": scenario.write,
    "sweep": vl.Sweep(scenario, {"duration_s": [*range(5, 500)]}).write,
    "pcapng": vl.run(scenario).to_pcapng,
    "qlog": vl.run(scenario).to_qlog,
}[sys.argv[1]]
if sys.argv[3] != "0":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
try:
    write(sys.argv[2])
except OSError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of file sizes")
@pytest.mark.parametrize("kind", ["scenario", "sweep", "pcapng", "qlog"])
def test_a_file_that_cant_be_written_whole_stays_as_it_was(tmp_path, kind):
    """A limit of file sizes fails like a full disk, in the middle of the file."""
    file, link = tmp_path / "file", tmp_path / "link"

    def write(path, limit):
        command = [sys.executable, "-c", WRITE, kind, path, str(limit)]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout

    assert "File too large" in write(file, 300)
    assert [*tmp_path.iterdir()] == []
    file.write_text("what was there")
    file.chmod(0o640)
    link.symlink_to(file)
    assert "File too large" in write(link, 300)
    assert file.read_text() == "what was there"
    assert write(link, 0) == ""
    assert link.is_symlink() and file.stat().st_size > 300 and file.stat().st_mode & 0o777 == 0o640
    assert sorted(tmp_path.iterdir()) == [file, link]
    assert write("/dev/null", 0) == ""
