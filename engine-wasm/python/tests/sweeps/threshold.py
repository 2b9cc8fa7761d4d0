# A sweep of Vegas Lab. pip install "vegaslab[sweep,pandas]"
import vegaslab as vl

sweep = vl.Sweep.from_link(
    "https://lab.example/#/sweep?scenario=ahn-fig1-vr&duration_s=20&sweep.kind=sweep&sweep.field=flows.0.sender.avoidance.alpha%7Elist%7E1%2C+1.5%3B3&sweep.field=links.1.delay_ms%7Elinear%7E10%7E33%7E4&sweep.presets=reno%7Evegas&sweep.flow=0&sweep.seeds=1&sweep.show=flows.0.goodput_bytes_per_s"
)
# Other values, other metrics, more seeds:
# sweep = vl.Sweep(sweep.base, {**sweep.values, "flows.transfer.sender.avoidance.alpha": [1, 1.5, 3], "links.R1-R2.delay_ms": [10, 17.6667, 25.3333, 33]}, seeds=1000, metrics=["all.*"])

# Uses all cores, or a Dask cluster: sweep.run("sweep", client=Client(...)).
# If anything ends it, run it again: it goes on from there.
result = sweep.run("sweep")
print(result.to_pandas())
