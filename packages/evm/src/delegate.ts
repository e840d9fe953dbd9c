export { delegateAddress, delegateIn, delegationManager, entryPoint } from '@foyer/signing/delegate'
