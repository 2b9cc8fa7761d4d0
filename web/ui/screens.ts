/** With less room than this, the bench's controls and details are sheets that open over the plots. */
export const ROOM_FOR_RAIL = '(min-width: 62rem)';

/**
 * What large screens add. Across all of 2,560 x 1,440 pixels, a plot of the stack would be eight times as wide as high, while two questions that
 * a trace raises would still need a click: what happened here, and what else changed? So from 1,920 pixels on, the events stand next to the
 * plots and follow the cursor. From 3,200 on the plots stand in two columns, each three times as wide as high, and the throughput and what
 * reached the receiver come in. A screen that is high as well, such as 3,840 x 2,160, is seen from further away: there text and plots are a
 * quarter larger (base.css).
 */
export const ROOM_FOR_EVENTS = '(min-width: 120rem)';
export const ROOM_FOR_TWO_COLUMNS = '(min-width: 200rem)';
export const LARGE_SCREEN = '(min-width: 200rem) and (min-height: 100rem)';
