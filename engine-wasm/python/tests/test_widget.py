"""The widget: its traits, and its messages to and from the browser. e2e/widget.spec.ts tests the browser's side."""

import struct
from importlib.resources import files

import pytest
import traitlets
import vegaslab as vl


class Comm:
    """A connection to a browser that records messages."""

    kernel = object()
    comm_id = "widget"

    def __init__(self):
        self.sent = []

    def open(self, data=None, **_):
        pass

    def send(self, data=None, metadata=None, buffers=None):
        self.sent.append((data, buffers))

    def on_msg(self, callback):
        self.receive = callback

    def close(self, *_, **__):
        pass

    @property
    def updates(self):
        """The traits that were sent, and their buffers; not the echoes by which browsers learn of each other."""
        return [(data, buffers) for data, buffers in self.sent if data["method"] == "update"]


def connected(widget):
    widget.comm = Comm()
    return widget.comm


def test_the_package_has_the_browsers_side():
    """It isn't in the repository, so builds may lack it."""
    module = files("vegaslab").joinpath("widget.js").read_text("utf-8")
    assert "as default" in module[-500:] and len(module) > 1_000_000


def receive(widget, **state):
    """A message of the browser."""
    data = {"method": "update", "state": state, "buffer_paths": []}
    widget._handle_msg({"content": {"data": data}, "buffers": []})


def test_the_browser_gets_scenario_and_options():
    widget = vl.Widget("ahn-fig1-vr", panels=["window", "receiver_sequence"], controls=["seed"])
    state = widget.get_state()
    assert state["scenario"] == vl.scenario("ahn-fig1-vr")._text
    assert state["panels"] == ["window", "receiver-sequence"]
    assert (state["controls"], state["recording"], state["result"]) == (["seed"], {}, None)
    assert "export" in widget._esm and len(widget._esm) > 500_000
    assert vl.Widget("low-chain").get_state()["panels"] == ["sender-sequence", "window", "queue"]


def test_a_control_changes_the_scenario_in_python():
    widget = vl.Widget("ahn-fig1-vr")
    comm, seen = connected(widget), []
    widget.observe(lambda change: seen.append(change.new["seed"]), "scenario")
    changed = vl.scenario("ahn-fig1-vr").set(seed=7)
    receive(widget, scenario=changed._text)
    assert widget.scenario == changed and seen == [7]
    assert widget.scenario.link() == changed.link()
    # The browser knows what it has sent.
    assert comm.updates == []
    assert widget.summary is None
    summary = vl.run(changed).summary
    receive(widget, result={"text": changed._text, "summary": summary}, cursor=2.5, seconds=[1, 4])
    assert widget.summary["digest"] == summary["digest"]
    assert (widget.cursor, widget.seconds) == (2.5, (1.0, 4.0))
    receive(widget, panels=["receiver-sequence", "window"])
    assert widget.panels == ["receiver_sequence", "window"]


def test_python_changes_the_scenario_in_the_browser():
    widget = vl.Widget("ahn-fig1-vr")
    comm = connected(widget)
    widget.scenario = widget.scenario.set("flows.transfer.sender.preset", "reno")
    widget.scenario = "low-chain"
    texts = [data["state"]["scenario"] for data, _ in comm.updates]
    assert '"preset":"reno"' in texts[0] and texts[1] == vl.scenario("low-chain")._text


def test_a_run_is_sent_with_its_columns():
    run = vl.run("ahn-fig1-vr")
    assert run.widget(panels=["rtt"]).summary == run.summary
    widget = vl.Widget("low-chain")
    comm = connected(widget)
    widget.show(run)
    [(data, buffers)] = comm.updates
    recording = data["state"]["recording"]
    assert data["state"]["scenario"] == recording["text"] == run.scenario._text
    assert recording["scenario"]["flows"][0]["sender"]["avoidance"]["kind"]
    assert recording["summary"]["digest"] == run.digest == widget.summary["digest"]
    paths = {tuple(path): buffer for path, buffer in zip(data["buffer_paths"], buffers, strict=True)}
    cwnd = bytes(paths["recording", "columns", "windows", "cwnd"])
    assert list(struct.unpack(f"<{len(cwnd) // 8}d", cwnd)) == run.windows["cwnd"].tolist()
    assert len(paths["recording", "columns", "segments", "kind"]) == len(run.segments)
    assert {path[2] for path in paths} >= {"segments", "windows", "rtts", "queues", "states", "hops"}


def test_a_wrong_option_says_what_is_allowed():
    with pytest.raises(traitlets.TraitError, match="sequence"):
        vl.Widget("ahn-fig1-vr", panels=["windows"])
    with pytest.raises(KeyError, match="there is no scenario 'ahn'"):
        vl.Widget("ahn")
    widget = vl.Widget("ahn-fig1-vr")
    with pytest.raises(vl.ScenarioError, match="duration_s"):
        widget.scenario = {**widget.scenario.to_dict(), "duration_s": -5}
    assert widget.scenario == vl.scenario("ahn-fig1-vr")
    with pytest.raises(traitlets.TraitError):
        widget.theme = "sepia"
