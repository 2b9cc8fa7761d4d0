/** The projector setting: large and high-contrast. It works without a document, for prerendering and tests. */
import { Observable } from '../base/observable';
import { kept } from '../storage/browserStorage';

export const PROJECTOR_KEY = 'projector';

/** Large type, thick lines and strong contrast. */
export const projector = new Observable(kept(PROJECTOR_KEY) === 'on');
