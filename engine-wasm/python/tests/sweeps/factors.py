# A sweep of Vegas Lab. pip install "vegaslab[sweep,pandas]"
import vegaslab as vl

sweep = vl.Sweep.from_link(
    "https://lab.example/#/sweep?scenario=ahn-fig1-vr&duration_s=20&sweep.kind=factorial&sweep.factor=links.1.queue.limit_bytes%7E8000%7E16000&sweep.factor=flows.0.sender.limited_transmit%7Efalse%7Etrue&sweep.factor=flows.0.sender.preset%7Evegas%7Ereno&sweep.factor=flows.0.sender.decrease%7Ehalf%7Ethree_quarters&sweep.seeds=2&sweep.show=flows.0.goodput_bytes_per_s&sweep.show=flows.0.coarse_timeouts"
)
# Other values, other metrics, more seeds:
# sweep = vl.Sweep(sweep.base, sweep.values, seeds=1000, metrics=["all.*"])

# Uses all cores, or a Dask cluster: sweep.run("sweep", client=Client(...)).
# If anything ends it, run it again: it goes on from there.
result = sweep.run("sweep")
print(result.to_pandas())
