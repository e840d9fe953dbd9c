/** The field of a code, drawn as boxes. */

import code from './code.css?inline'

export { CodeField, type CodeFieldProps, latinDigits } from './CodeField.js'

/** The sheet of the boxes. Adopted after `partsCss`. */
export const codeCss: string = code
