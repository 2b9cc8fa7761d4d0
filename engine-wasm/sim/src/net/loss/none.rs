//! A link without losses.

use super::{LossRule, Outcome};
use crate::kernel::random::Stream;
use crate::schema::shape::Part;

described! {
    /// The link delivers everything that it transmits.
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
    fn can_lose(&mut self) -> bool {
        false
    }
    #[inline]
    fn outcome(&mut self, _size: u32) -> Outcome {
        Outcome::Intact
    }
}
