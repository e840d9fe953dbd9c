import {
  getPermissions,
  personalSign,
  requestAccounts,
  requestPermissions,
  revokePermissions,
  rpcOf,
  sendEthTransaction,
  signTypedData,
} from './accountMethods.js'
import { getCallsStatus, getCapabilities, sendCalls, showCallsStatus } from './calls.js'
import { addEthereumChain, hexOf, switchEthereumChain, watchAsset } from './chainMethods.js'
import { unsupportedMethod } from './providerError.js'
import { visibleTo, type WalletContext } from './state.js'

/** Answers a dapp's request as a well-behaved wallet does; what only reads the chain is passed on to it. */
export async function answer(
  context: WalletContext,
  request: { readonly origin: string; readonly method: string; readonly params: unknown },
): Promise<unknown> {
  const { origin, method } = request
  const question = { origin, method, params: Array.isArray(request.params) ? request.params : [] }
  switch (method) {
    case 'eth_requestAccounts':
      return requestAccounts(context, question)
    case 'eth_accounts':
      return visibleTo(context.state, origin)
    case 'eth_chainId':
      return hexOf(context.state.chainId)
    case 'net_version':
      return String(context.state.chainId)
    case 'personal_sign':
      return personalSign(context, question)
    case 'eth_signTypedData_v4':
      return signTypedData(context, question)
    case 'eth_sendTransaction':
      return sendEthTransaction(context, question)
    case 'wallet_switchEthereumChain':
      return switchEthereumChain(context, question)
    case 'wallet_addEthereumChain':
      return addEthereumChain(context, question)
    case 'wallet_watchAsset':
      return watchAsset(context, question)
    case 'wallet_getPermissions':
      return getPermissions(context, question)
    case 'wallet_requestPermissions':
      return requestPermissions(context, question)
    case 'wallet_revokePermissions':
      return revokePermissions(context, question)
    case 'wallet_getCapabilities':
      return getCapabilities(context)
    case 'wallet_sendCalls':
      return sendCalls(context, question)
    case 'wallet_getCallsStatus':
      return getCallsStatus(context, question)
    case 'wallet_showCallsStatus':
      return showCallsStatus(context, question)
    default:
      if (!method.startsWith('eth_')) throw unsupportedMethod(method)
      return rpcOf(context)({ method, params: request.params })
  }
}
