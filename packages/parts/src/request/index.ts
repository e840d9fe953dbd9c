/** The components that a wallet's request is drawn from. */

import described from './described.css?inline'
import docked from './docked.css?inline'

export { ContentBlock } from './ContentBlock.js'
export { type Fact, Facts } from './Facts.js'
export { type Field, FieldTree } from './FieldTree.js'
export { Headline, type HeadlinePart } from './Headline.js'
export { LimitField, type LimitFieldProps } from './LimitField.js'
export { RequestBody, type RequestBodyProps } from './RequestBody.js'
export { Understood } from './Understood.js'
export { type Warning, Warnings } from './Warnings.js'

/** The sheet of these pieces. Adopted after `partsCss`. */
export const requestCss: string = described + docked
