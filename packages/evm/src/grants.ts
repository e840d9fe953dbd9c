export { type ChainReads, isGrantOf, isStanding, readContext, type SignedDelegation } from '@foyer/signing/grants'
