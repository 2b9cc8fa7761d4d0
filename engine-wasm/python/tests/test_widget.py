"""The widget: its traits, and its messages to and from the browser. e2e/widget.spec.ts tests the browser's side."""

import re
import struct
from importlib.resources import files
from xml.etree import ElementTree

import nbclient
import nbformat
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
    module, loader = (files("vegaslab").joinpath(f"{name}.js").read_text("utf-8") for name in ("widget", "loader"))
    assert "as default" in module[-500:] and len(module) > 1_000_000
    assert "as default" in loader and vl.Widget("ahn-fig1-vr")._esm == loader and len(loader) < 10_000


def receive(widget, **state):
    """A message of the browser."""
    data = {"method": "update", "state": state, "buffer_paths": []}
    widget._handle_msg({"content": {"data": data}, "buffers": []})


def test_the_browser_gets_scenario_and_options():
    widget = vl.Widget("ahn-fig1-vr", panels=["window", "receiver_sequence"], controls=["seed"])
    state = widget.get_state()
    assert state["scenario"] == vl.scenario("ahn-fig1-vr")._text
    assert state["panels"] == ["window", "receiver-sequence"]
    assert (state["controls"], state["_recorded"], state["result"]) == (["seed"], "", None)
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


def ask(widget, **message):
    """A message that the browser sends without changing a trait."""
    widget._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})


def answers(comm):
    return [(data["content"], buffers) for data, buffers in comm.sent if data["method"] == "custom"]


def test_the_browser_gets_the_bench_when_it_asks():
    module = files("vegaslab").joinpath("widget.js").read_bytes()
    widget = vl.Widget("ahn-fig1-vr")
    comm = connected(widget)
    ask(widget, type="bench")
    assert answers(comm) == [({"type": "bench"}, [module])]
    ask(widget, type="recording")
    ask(widget, kind="of another library")
    assert len(answers(comm)) == 1 and comm.updates == []
    assert widget._bench == vl.Widget("low-chain")._bench != ""


def test_a_run_is_sent_with_its_columns():
    run = vl.run("ahn-fig1-vr")
    shown = run.widget(panels=["rtt"])
    assert (shown.summary, shown.scenario, shown.panels) == (run.summary, run.scenario, ["rtt"])
    widget = vl.Widget("low-chain")
    comm = connected(widget)
    widget.show(run)
    # It comes before the scenario that the browser would else simulate.
    assert [data["method"] for data, _ in comm.sent] == ["custom", "update"]
    assert comm.updates[0][0]["state"].keys() == {"_recorded", "scenario", "result"}
    comm_of_shown = connected(shown)
    ask(shown, type="recording")
    assert [len(answers(one)) for one in (comm, comm_of_shown)] == [1, 1]
    for recording, buffers in (*answers(comm), *answers(comm_of_shown)):
        assert recording["text"] == run.scenario._text
        assert recording["scenario"]["flows"][0]["sender"]["avoidance"]["kind"]
        assert recording["summary"]["digest"] == run.digest == widget.summary["digest"]
        names = [(table, column) for table, columns in recording["columns"].items() for column in columns]
        sent = {name: bytes(buffer) for name, buffer in zip(names, buffers, strict=True)}
        cwnd = sent["windows", "cwnd"]
        assert list(struct.unpack(f"<{len(cwnd) // 8}d", cwnd)) == run.windows["cwnd"].tolist()
        assert len(sent["segments", "kind"]) == len(run.segments)
        assert {table for table, _ in names} >= {"segments", "windows", "rtts", "queues", "states", "hops"}


def notebook(*sources):
    """A notebook after all its cells ran, saved with the state of its widgets."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})
    nbclient.NotebookClient(made, timeout=600, kernel_name="python3", store_widget_state=True).execute()
    return made


SHOWN = "vl.Widget('ahn-fig1-vr')"


def test_a_saved_notebook_has_neither_the_engine_nor_a_trace():
    sizes = []
    for count in (1, 3):
        made = notebook("import vegaslab as vl", *[SHOWN] * count)
        assert len([1 for cell in made.cells for output in cell.outputs if "image/svg+xml" in output["data"]]) == count
        assert made.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
        sizes.append(len(nbformat.writes(made)))
    assert sizes[0] < 100_000 and (sizes[1] - sizes[0]) / 2 < 100_000
    run = notebook("import vegaslab as vl", "vl.run('ahn-fig1-vr').widget()")
    assert len(nbformat.writes(run)) < sizes[0] + 10_000


def picture_of(widget):
    data, _ = widget._repr_mimebundle_()
    assert data["text/plain"] == repr(widget)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert data["image/svg+xml"] == widget._picture
    return ElementTree.fromstring(data["image/svg+xml"])


def texts(picture):
    return [element.text for element in picture.iter(f"{SVG}text")]


SVG = "{http://www.w3.org/2000/svg}"


def lines(picture):
    """The lines by color: the points at which a pen is, in pixels."""
    found = {}
    for path in picture.iter(f"{SVG}path"):
        if path.get("stroke-linejoin"):
            points, x, y = [], None, None
            for command, numbers in re.findall("([MHV])([^MHV]*)", path.get("d")):
                if command == "M":
                    x, y = map(float, numbers.split())
                elif command == "H":
                    x = float(numbers)
                else:
                    y = float(numbers)
                points.append((x, y))
            found[path.get("stroke"), len(found)] = points
    return list(found.values())


@pytest.mark.parametrize("name", ["ahn-fig1-rr", "ahn-fig1-vr", "ahn-fig2", "fall-floyd-4", "low-buffer", "veno-side-by-side"])
def test_the_picture_shows_the_run(name):
    run = vl.run(name)
    for widget in (vl.Widget(name), run.widget()):
        picture = picture_of(widget)
        shown = texts(picture)
        assert {"cwnd, segments", "queue, packets", "time, s", *run.flows["name"][:6]} <= set(shown)
        *windows, queue = lines(picture)
        bottoms = [30 + 36 + 130, 30 + 36 + 130 + 36 + 130]
        # The axis of a panel ends a little above the greatest value.
        peak = max(run.windows["cwnd"][run.windows["flow"] < 6])
        for flow, line in enumerate(windows):
            mine = run.windows["flow"] == flow
            y_of = 130 / (1.04 * peak)
            assert min(y for _, y in line) == pytest.approx(bottoms[0] - run.windows["cwnd"][mine].max() * y_of, abs=0.06)
            assert max(y for _, y in line) == pytest.approx(bottoms[0] - run.windows["cwnd"][mine].min() * y_of, abs=0.06)
            ended = run.windows["time_s"][mine][-1] / run.summary["ended_at_s"]
            assert line[-1][0] == pytest.approx(52 + 656 * ended, abs=1.01)
        link = max(run.links, key=lambda link: link["max_queue_bytes"])
        assert link["name"] in shown
        assert min(y for _, y in queue) == pytest.approx(bottoms[1] - 130 / 1.04, abs=0.06)
        assert len(windows) == min(6, len(run.flows))


def test_the_picture_of_a_thinned_run_has_all_samples():
    scenario = vl.scenario("ahn-fig1-rr")
    with pytest.warns(vl.ThinnedTraceWarning):
        thinned = vl.run(scenario.set("record.max_rows", 300))
    nothing = vl.run(scenario.set("record.max_rows", 0))
    pictures = [run.widget()._drawn() for run in (thinned, nothing, vl.run(scenario))]
    assert pictures[0] == pictures[1] == pictures[2]


def test_the_picture_of_a_long_run_says_that_it_is_the_beginning():
    shown = texts(picture_of(vl.Widget(vl.scenario("low-chain").set(duration_s=1_000))))
    (note,) = [text for text in shown if text.startswith("The first ")]
    assert 0 < float(note.split()[2]) < 1_000
    assert not [text for text in texts(picture_of(vl.Widget("ahn-fig1-vr"))) if text.startswith("The first ")]


def test_the_picture_follows_what_the_widget_shows():
    widget = vl.Widget("ahn-fig2", flows=["competitor"])
    assert len(lines(picture_of(widget))) == 2 and "transfer" not in texts(picture_of(widget))
    run = vl.run("ahn-fig1-vr")
    widget.show(run)
    widget.flows = None
    before = picture_of(widget)
    assert "transfer" in texts(before)
    receive(widget, scenario=run.scenario.set("flows.0.sender.preset", "reno")._text)
    assert lines(picture_of(widget)) != lines(before)
    odd = run.scenario.set(title="a < b & \"c\" " + "long " * 30)
    assert texts(picture_of(vl.Widget(odd)))[0].startswith('a < b & "c" long')


def test_no_page_takes_parts_out_of_the_picture():
    """Pages that show notebooks remove style sheets, scripts and links."""
    picture = picture_of(vl.Widget("ahn-fig2"))
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} == {"svg", "title", "rect", "text", "path"}
    assert not any(name in {"style", "class", "href"} or name.startswith("on") for element in picture.iter() for name in element.keys())


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
