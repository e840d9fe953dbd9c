import field from './styles/field.css?inline'
import looks from './styles/looks.css?inline'
import more from './styles/more.css?inline'
import notices from './styles/notices.css?inline'
import picture from './styles/picture.css?inline'
import qr from './styles/qr.css?inline'
import token from './styles/token.css?inline'

/** The sheet of the pieces that only other views have: codes, fields, lists, notices, tokens, avatars and rings. Adopted after `partsCss`. */
export const viewPartsCss: string = looks + more + notices + field + picture + qr + token
