//! Reduces a column to what a plot of some hundred pixels can show, without losing a peak.

/// The values in one bin of time: its number, and the first, the least, the greatest and the last value.
pub type Bin = (u32, f64, f64, f64, f64);

/// The bins that have values of a flow or link, which `places` names for each row. Rows after `until_s` are left out.
pub fn outline<T: Copy + Into<f64>>(
    times: &[f64],
    places: &[u16],
    values: &[T],
    place: u16,
    until_s: f64,
    bins: u32,
) -> Vec<Bin> {
    let mut found: Vec<Bin> = Vec::new();
    let rows = times.iter().zip(places).zip(values).filter(|((time, at), _)| **at == place && **time <= until_s);
    for ((time, _), value) in rows {
        // A cast clips: the end of the last bin belongs to it.
        let bin = ((time / until_s * f64::from(bins)) as u32).min(bins.saturating_sub(1));
        let value = (*value).into();
        match found.last_mut() {
            Some((last_bin, _, least, greatest, last)) if *last_bin == bin => {
                *least = least.min(value);
                *greatest = greatest.max(value);
                *last = value;
            }
            _ => found.push((bin, value, value, value, value)),
        }
    }
    found
}
