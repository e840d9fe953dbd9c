export { followWagmi } from './followWagmi.js'
export { wagmi } from './wagmi.js'
