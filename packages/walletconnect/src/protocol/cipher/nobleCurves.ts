// One piece: browsers that lack one of the curves mostly lack both, and together they weigh less.
export { nobleSignatures } from './nobleEd25519.js'
export { nobleKeyAgreement } from './nobleX25519.js'
