import action from './styles/action.css?inline'
import alert from './styles/alert.css?inline'
import chip from './styles/chip.css?inline'
import field from './styles/field.css?inline'
import grid from './styles/grid.css?inline'
import illustration from './styles/illustration.css?inline'
import looks from './styles/looks.css?inline'
import more from './styles/more.css?inline'
import notices from './styles/notices.css?inline'
import picture from './styles/picture.css?inline'
import qr from './styles/qr.css?inline'
import tabs from './styles/tabs.css?inline'
import toggle from './styles/toggle.css?inline'
import token from './styles/token.css?inline'

/** The sheet of the pieces that only other views have: actions, alerts, amounts, chips, codes, details, fields, grids, lists, notices, tabs, tokens, avatars, rings and drawings. Adopted after `partsCss`. */
export const viewPartsCss: string =
  looks + more + action + notices + alert + chip + field + grid + picture + qr + token + toggle + tabs + illustration
