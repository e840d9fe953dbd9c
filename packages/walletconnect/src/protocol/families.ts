/**
 * The methods of Ethereum's chains that are asked for unless a host says otherwise; those of other families are in
 * their own code [S7.36].
 */
const evmMethods: readonly string[] = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_sendRawTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_registerOnboarding',
  'wallet_watchAsset',
  'wallet_scanQRCode',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_sendCalls',
  'wallet_getCapabilities',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_requestExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_getAssets',
]

/** The methods that are asked for of a family of which nothing is said: of Ethereum's all, of any other none. */
export const defaultMethods = (family: string): readonly string[] => (family === 'eip155' ? evmMethods : [])

/** The events that are asked for of a family of which nothing else is said. */
export const defaultEvents: readonly string[] = ['accountsChanged', 'chainChanged']

/** The namespace of a CAIP-2 or CAIP-10 id, or of a namespace's key. */
export const familyOf = (id: string): string => id.split(':', 1)[0] ?? ''

/** The chain of an account (CAIP-10). */
export const chainOf = (account: string): string => account.split(':').slice(0, 2).join(':')
