export { type EmbeddedOptions, embedded } from './embedded.js'
