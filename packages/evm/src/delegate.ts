export { delegateAddress, delegateDomain, delegateIn, entryPoint } from '@foyer/signing/delegate'
export { delegateCode, isDelegateCode } from '@foyer/signing/delegateCode'
