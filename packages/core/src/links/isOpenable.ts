import { isWebAddress } from './isWebAddress.js'
import { nativeScheme } from './schemes.js'

/** Whether a whole link may be opened: an address of the web, or a scheme that can be an application's. */
export const isOpenable = (link: string): boolean =>
  /^[\x21-\x7e]+$/.test(link) && !/#intent;/i.test(link) && (isWebAddress(link) || nativeScheme(link) !== undefined)
