export type { Siwx } from '../siwx/siwx.js'
