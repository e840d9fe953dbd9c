import action from './styles/action.css?inline'
import alert from './styles/alert.css?inline'
import amount from './styles/amount.css?inline'
import chip from './styles/chip.css?inline'
import grid from './styles/grid.css?inline'
import illustration from './styles/illustration.css?inline'
import tabs from './styles/tabs.css?inline'
import toggle from './styles/toggle.css?inline'

/** The sheet of the pieces that the modal's views alone have: actions, alerts, amounts, chips, details, grids, switches, tabs and drawings. Adopted after `viewPartsCss`. */
export const modalPartsCss: string = action + alert + chip + grid + amount + toggle + tabs + illustration
