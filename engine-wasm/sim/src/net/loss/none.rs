//! A link that loses nothing.

use super::{Fate, LossRule};
use crate::kernel::random::Stream;
use crate::schema::shape::Part;

described! {
    /// The link delivers all that it transmits.
    pub struct NoLoss {}
}

impl Part<Stream> for NoLoss {
    const SOURCE: &'static str = "";
    type Running = Self;
    fn start(&self, _stream: &Stream) -> Self {
        self.clone()
    }
}

impl LossRule for NoLoss {
    fn loses(&mut self) -> bool {
        false
    }
    #[inline]
    fn fate(&mut self, _size: u32) -> Fate {
        Fate::Intact
    }
}
