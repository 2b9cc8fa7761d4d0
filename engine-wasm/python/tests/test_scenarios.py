"""Scenarios: made, changed, refused; links of the bench both ways."""

import json
import os
import pickle

import numpy as np
import pytest
import vegaslab as vl
from conftest import ROOT
from vegaslab.links import mark_of

LINKS = json.loads((ROOT / "content/links.json").read_text("utf-8"))
MARKS = json.loads((ROOT / "content/marks.json").read_text("utf-8"))


def expanded(scenario):
    return json.loads(scenario._expanded_text)


def test_a_scenario_never_changes():
    scenario = vl.scenario("ahn-fig1-vr")
    with pytest.raises(TypeError):
        scenario["seed"] = 5
    with pytest.raises(TypeError):
        scenario["flows"][0]["name"] = "other"
    scenario.to_dict()["seed"] = 99
    changed = scenario.set("flows.transfer.sender.avoidance.alpha", 2, seed=7)
    assert (scenario["seed"], changed["seed"]) == (8, 7)
    assert expanded(changed)["flows"][0]["sender"]["avoidance"]["alpha"] == 2
    assert changed != scenario == vl.scenario("ahn-fig1-vr")
    assert len({scenario, changed, vl.scenario("ahn-fig1-vr")}) == 2


def test_set_takes_stars_mappings_and_numpy():
    scenario = vl.scenario("veno-side-by-side").set({"flows.*.sender.preset": "reno"}, duration_s=np.float32(30))
    assert {flow["sender"]["preset"] for flow in expanded(scenario)["flows"]} == {"reno"}
    assert scenario.set(seed=np.int64(4))["seed"] == 4


def test_a_refused_scenario_lists_its_problems():
    with pytest.raises(vl.ScenarioError) as caught:
        vl.scenario("ahn-fig1-vr").set({"duration_s": -5, "flows.0.sender.preset": "vegsa"})
    assert isinstance(caught.value, ValueError)
    problems = {problem.path: problem for problem in caught.value.problems}
    assert set(problems) == {"duration_s", "flows.0.sender.preset"}
    assert "vegas" in problems["flows.0.sender.preset"].problem
    assert "duration_s" in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems
    with pytest.raises(vl.ScenarioError):
        vl.Scenario("{")
    with pytest.raises(vl.ScenarioError, match="no entry"):
        vl.scenario("ahn-fig1-vr").set("flows.nobody.start_s", 1)
    with pytest.raises(KeyError, match="there is no scenario 'ahn'"):
        vl.scenario("ahn")


def test_files(tmp_path):
    scenario = vl.scenario("low-chain").set(seed=5)
    scenario.write(tmp_path / "mine.json")
    assert vl.Scenario.read(tmp_path / "mine.json") == scenario
    assert vl.Scenario(scenario) == scenario == vl.Scenario(scenario.to_dict()) == scenario.expanded()


def test_notebooks_show_what_a_scenario_is():
    scenario = vl.scenario("ahn-fig1-vr").set(title="a < b")
    assert "a &lt; b" in scenario._repr_html_() and "drop_tail_bytes" in scenario._repr_html_()
    assert "low-chain" in vl.scenarios()._repr_html_()


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link["link"][:60])
def test_an_old_link_opens_what_it_opened(link):
    opened = vl.Scenario.from_link(f"https://example.org/lab/{link['link']}")
    words = {"title", "about", "source"}
    then = {key: value for key, value in link["opens"].items() if key not in words}
    now = expanded(opened)
    assert expanded(vl.Scenario({**then, **{key: now[key] for key in words}})) == now


@pytest.mark.parametrize("name", vl.scenarios())
def test_todays_mark_is_a_known_one(name):
    assert mark_of((ROOT / f"content/scenarios/{name}.json").read_text("utf-8")) in MARKS[name]


def test_every_archived_mark_is_its_files():
    for file in os.listdir(ROOT / "content/archive"):
        assert mark_of((ROOT / "content/archive" / file).read_text("utf-8")) == file.removesuffix(".json")


CHANGES = [
    {},
    {"seed": 5},
    {"flows.0.sender.preset": "cubic", "links.*.rate_bps": 2_000_000},
    {"flows.0.sender": {"preset": "vegas", "avoidance": {"kind": "cam", "alpha": 2.5}}},
    {"flows.0.receiver": {"kind": "every_packet"}, "title": "null"},
    {"flows.0.start_s": 1e-5},
    {"links.*.loss": {"kind": "bernoulli", "rate": 0.0000012}},
]


@pytest.mark.parametrize("changes", CHANGES, ids=str)
@pytest.mark.parametrize("name", ["ahn-fig1-vr", "low-chain", "veno-side-by-side"])
def test_a_link_opens_the_scenario_that_it_was_made_of(name, changes):
    scenario = vl.scenario(name).set(changes)
    link = scenario.link("https://example.org/lab/")
    assert link.startswith(f"https://example.org/lab/#/bench?scenario={name}&of=")
    assert vl.Scenario.from_link(link) == scenario
    assert vl.run(scenario.set(duration_s=10)).link() == scenario.set(duration_s=10).link()


def test_a_link_has_its_changes_in_order():
    scenario = vl.scenario("low-rem").set({"flows.*.start_s": 0}, seed=3, duration_s=50)
    paths = [pair.split("=")[0] for pair in scenario.link().split("&")[2:]]
    assert paths == ["duration_s", *(f"flows.{flow}.start_s" for flow in range(1, 5)), "seed"]


def test_a_scenario_of_ones_own_is_in_its_link_whole():
    own = vl.Scenario({**vl.scenario("low-chain").to_dict(), "name": "my-own"})
    assert own.link().startswith("#/bench?packed=")
    assert vl.Scenario.from_link(own.link()) == own
    shorter = vl.scenario("veno-side-by-side").to_dict()
    del shorter["flows"][1:]
    fewer = vl.scenario("veno-side-by-side").set("flows", shorter["flows"])
    assert vl.Scenario.from_link(fewer.link()) == fewer


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("https://example.org/#/papers?paper=low-2000", "isn't a link of the bench"),
        ("#/bench?scenario=nothing", "there is no scenario 'nothing'"),
        ("#/bench?experiment=low-2000/nothing", "no paper has an experiment called"),
        ("#/bench?scenario=ahn-fig1-vr&seed=[1]", "value for seed can't be read"),
        ("#/bench?scenario=ahn-fig1-vr&flows.7.start_s=1", 'no entry "7"'),
        ('#/bench?scenario=ahn-fig1-vr&name="\\ud800"', "value for name can't be read"),
        ("#/bench?scenario=ahn-fig1-vr&flows.0.start_s=-1", "flows.0.start_s"),
        ("#/bench?packed=AAAA", "damaged"),
    ],
)
def test_a_wrong_link_says_why(link, problem):
    with pytest.raises(vl.LinkError, match=problem):
        vl.Scenario.from_link(link)
