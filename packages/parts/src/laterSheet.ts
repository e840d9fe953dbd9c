import chip from './styles/chip.css?inline'
import field from './styles/field.css?inline'
import illustration from './styles/illustration.css?inline'
import picture from './styles/picture.css?inline'
import tabs from './styles/tabs.css?inline'

/** The sheet of the pieces that come later than the first view: chips, fields, tabs, avatars, rings and drawings. Adopted after `partsCss`. */
export const laterPartsCss: string = chip + field + picture + tabs + illustration
