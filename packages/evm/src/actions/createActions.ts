import type { AdapterHost, Clock, FamilyActions, NetworkId } from '@foyer/core'
import { type Hex, InvalidHexError, isTransactionHash } from '@foyer/core/chain'
import { networkOfWallet } from '@foyer/core/connector'
import { createReaders } from '@foyer/core/rpc'
import { checksummed, hasWrongChecksum, hasWrongLength } from '../address/checksum.js'
import { createProvider } from '../provider/createProvider.js'
import { byChain } from '../verify/byChain.js'
import { signerKind } from '../verify/verifyEvmMessage.js'
import { sendWalletCalls, showWalletCallsStatus, walletCallsStatus } from './calls.js'
import { capabilitiesOf } from './capabilities.js'
import { failureReason } from './failureReason.js'
import { estimateFee, quantities } from './fees.js'
import { asKeySignature } from './keySignatureForm.js'
import { parsePaymentLink, paymentUri } from './paymentLink.js'
import { readPermission, withCoin } from './readPermission.js'
import { readApproval, readSwap } from './readSwap.js'
import { prepareReplacement, sendReplacement } from './replace.js'
import { revocation } from './revocation.js'
import { sendEthTransaction } from './send.js'
import { personalSign, signTransactions, signTypedDataV4 } from './sign.js'
import { isSameAddress, parseAddress, tokenBalances, transferCall, transferIn } from './transfers.js'
import { untilMined } from './untilMined.js'
import { walletAssets } from './walletAssets.js'
import {
  grantedPermissions,
  grantWalletPermissions,
  revokeWalletPermission,
  supportedPermissions,
} from './walletPermissions.js'
import { walletRequest } from './walletRequest.js'

/** The EVM family's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'eip155'> {
  const { clock } = host
  const readerOf = createReaders(host)
  const plainChains = new Set<NetworkId>()
  return {
    parseAddress(text) {
      const address = parseAddress(text)
      return address && checksummed(address)
    },
    isSameAddress,
    hasWrongChecksum,
    hasWrongLength,
    parsePaymentLink,
    paymentUri,
    nativeBalance: async ({ network, address, signal }) =>
      quantities({ read: readerOf(network), signal })('eth_getBalance', [address, 'latest']),
    tokenBalances: async ({ network, tokens = [], ...request }) =>
      tokenBalances({ ...request, tokens, read: readerOf(network) }),
    estimateFee: async (request) => estimateFee({ ...request, plainChains, read: readerOf(request.network) }),
    waitForTransaction: async ({ network, hash, ...waiting }) =>
      untilMined({ ...waiting, hash: transactionHash(hash), clock, read: readerOf(network) }),
    readApproval,
    readSwap,
    readPermission: async ({ network, context, signal }) => {
      const reading = { read: readerOf(network), signal, context, now: BigInt(Math.floor(clock.now() / 1_000)) }
      const found = await readPermission(reading)
      return found && withCoin(found, network)
    },
    transferIn,
    failureReason: async ({ network, hash, signal }) =>
      failureReason({ hash: transactionHash(hash), read: readerOf(network), signal }),
    prepareReplacement: async ({ network, hash, ...request }) =>
      prepareReplacement({ ...request, hash: transactionHash(hash), read: readerOf(network) }),
    replaceTransaction: async (request) =>
      sendReplacement({ ...request, clock, read: readerOf(networkOfWallet(request.wallet)) }),
    verifyMessage: async ({ network, ...signed }) => {
      const asked = { networkId: network.caipNetworkId, ask: readerOf(network) }
      return (await signerKind({ ...signed, ...asked, recovery: byChain(asked) })) !== undefined
    },
    revocation,
    ...walletActions(clock),
    async signMessage(request) {
      const { signature } = await personalSign({ ...request, clock })
      return { signature: await asKeySignature({ ...request, signature, readerOf }) }
    },
    async signTypedData(request) {
      const { signature } = await signTypedDataV4({ ...request, clock })
      return { signature: await asKeySignature({ ...request, signature, readerOf }) }
    },
    provider: (session) => createProvider({ ...session, readerOf }),
  }
}

/** Creates the actions that ask the wallet. */
const walletActions = (clock: Clock) =>
  ({
    signTransactions: (request) => signTransactions({ ...request, clock }),
    sendTransfer: async ({ wallet, transfer, signal }) => {
      const call = transferCall({ from: wallet.account.address, transfer })
      return sendEthTransaction({ wallet, call, clock, signal })
    },
    sendCall: (request) => sendEthTransaction({ ...request, clock }),
    sendCalls: (request) => sendWalletCalls({ ...request, clock }),
    callsStatus: (request) => walletCallsStatus({ ...request, clock }),
    showCallsStatus: (request) => showWalletCallsStatus({ ...request, clock }),
    supportedPermissions: (request) => supportedPermissions({ ...request, clock }),
    permissions: (request) => grantedPermissions({ ...request, clock }),
    grantPermissions: (request) => grantWalletPermissions({ ...request, clock }),
    revokePermission: (request) => revokeWalletPermission({ ...request, clock }),
    walletRequest,
    capabilities: (request) => capabilitiesOf({ ...request, clock }),
    walletAssets: (request) => walletAssets({ ...request, clock }),
  }) satisfies Partial<FamilyActions<'eip155'>>

/** @throws InvalidHexError for what names no transaction */
function transactionHash(hash: string): Hex {
  if (!isTransactionHash(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
  return hash
}
