import {
  type Account,
  type AdapterHost,
  type Asked,
  type Capabilities,
  type FamilyActions,
  type FamilyWallet,
  type NonEmpty,
  onDemand,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { networkOfWallet } from '@foyer/core/connector'
import type { WalletRequest } from '@foyer/core/words'
import { hasWrongChecksum, isSameAddress, parseAddress } from '../addresses/readAddress.js'
import { AddressStats } from '../esplora/answers.js'
import { createEsploras, type EsploraParameters, esploraUrls } from '../esplora/esplora.js'
import { createProvider } from '../provider/createProvider.js'
import { estimateFee } from './fees.js'
import { parsePaymentLink, paymentUri } from './payment.js'
import { prepareReplacement, replaceTransaction } from './replace.js'
import { sendPsbt, sendTransfer, signTransactions } from './send.js'
import { signMessage } from './sign.js'
import { untilMined } from './untilMined.js'

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'bitcoin.verify', load: () => import('../verify/index.js') })

/** Bitcoin's code for one kit. */
export function createActions({
  host,
  esplora,
}: {
  readonly host: AdapterHost
  readonly esplora: EsploraParameters['esplora']
}): FamilyActions<'bip122'> {
  const esploraOf = createEsploras({ host, esplora })
  const ofWallet = (wallet: FamilyWallet<'bip122'>) => esploraOf(networkOfWallet(wallet))
  return {
    parseAddress,
    isSameAddress,
    hasWrongChecksum,
    showAddress: (address) => shortenAddress({ address }),
    parsePaymentLink,
    paymentUri,
    nativeBalance: async ({ address, network, signal }) => {
      const path = `/address/${encodeURIComponent(address)}`
      return esploraOf(network).read({ path, schema: AddressStats, expected: 'what an address holds', signal })
    },
    estimateFee: async (request) => estimateFee({ ...request, esplora: esploraOf(request.network) }),
    waitForTransaction: async ({ network, ...waiting }) =>
      untilMined({ ...waiting, clock: host.clock, esplora: esploraOf(network) }),
    signMessage,
    signTransactions,
    sendTransfer: (request) => sendTransfer({ ...request, esplora: () => ofWallet(request.wallet) }),
    prepareReplacement: async (request) => prepareReplacement({ ...request, esplora: esploraOf(request.network) }),
    replaceTransaction: async (request) => replaceTransaction({ ...request, esplora: ofWallet(request.wallet) }),
    sendCall: (request) => sendPsbt({ ...request, esplora: () => ofWallet(request.wallet) }),
    walletRequest: ({ address: account, network, asked }) => {
      const request = requestOf({ account, asked })
      return request && { ...request, ledgerUrl: esploraUrls({ host, esplora }, network)[0] }
    },
    verifyMessage: async ({ network, address, message, signature }) =>
      (await verification()).verifyBitcoinMessage({
        networkId: network.caipNetworkId,
        address,
        message,
        signature,
      }),
    capabilities: async ({ wallet }) => capabilitiesOf(wallet),
    readAccounts,
    provider: (session) => createProvider({ ...session, report: host.report }),
  }
}

/** Returns the request to a wallet, as WalletConnect has it; undefined for what the family doesn't send. */
function requestOf({
  account,
  asked,
}: {
  readonly account: string
  readonly asked: Asked<'bip122'>
}): WalletRequest | undefined {
  if ('transfer' in asked) {
    const { to: recipientAddress, amount } = asked.transfer
    return { method: 'sendTransfer', params: { account, recipientAddress, amount: `${amount}` } }
  }
  if (!('call' in asked)) return undefined
  const { psbt, inputs } = asked.call
  const signInputs = inputs.map((input) => (typeof input === 'number' ? { index: input, address: account } : input))
  return { method: 'signPsbt', params: { account, psbt, signInputs, broadcast: true } }
}

/** Returns the wallet's capabilities; one that it lacks is absent. */
function capabilitiesOf({ provider, account }: FamilyWallet<'bip122'>): Partial<Capabilities> {
  const signsPsbts = provider.signPsbt !== undefined
  const pays = account.type === 'payment' && (signsPsbts || provider.sendTransfer !== undefined)
  return {
    signMessage: provider.signMessage !== undefined,
    signTransactions: signsPsbts,
    sendCall: signsPsbts,
    replaceTransaction: account.type === 'payment' && signsPsbts,
    transfers: pays ? ['coin'] : [],
  }
}

/** The wallet's accounts with their kinds, keys and paths, as far as it says them. */
async function readAccounts({
  wallet: { provider, account, accounts },
  signal,
}: {
  readonly wallet: FamilyWallet<'bip122'>
  readonly signal?: AbortSignal | undefined
}): Promise<NonEmpty<Account>> {
  const [first, ...others] = await provider.getAccounts({ signal })
  if (first) return [first, ...others]
  const rest = accounts.filter(({ address }) => address !== account.address)
  return [account, ...rest]
}
