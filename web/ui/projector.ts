/** Whether everything is shown large and strong, for those in the last row: known without a document, where pages are written out and tested. */
import { Observable } from '../base/observable';
import { kept } from '../storage/browserStorage';

export const PROJECTOR_KEY = 'projector';

/** Large type, thick lines and strong contrast. */
export const projector = new Observable(kept(PROJECTOR_KEY) === 'on');
