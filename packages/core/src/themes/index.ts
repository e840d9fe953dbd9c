export type { Preset } from './themes.js'
export { midnight, newsprint, orchard, standard } from './themes.js'
