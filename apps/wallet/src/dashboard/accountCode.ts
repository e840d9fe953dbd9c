import type { WalletNetwork } from '@foyer/core/words'
import type { PreparedRequest, SigningAccount } from '@foyer/signing'
import { codeStanding, prepareSwitchCode, type Standing, switchedTo } from '@foyer/signing/switchCode'
import { hashesOf } from '../approval/approvals.js'
import { WalletError } from '../errors.js'
import { networksOf } from '../frame/networks.js'
import { createSign } from '../login/sign.js'
import { sayRequest } from '../messages/sayRequest.js'
import type { HoldingsApi } from './holdings.js'
import type { Dashboard } from './openDashboard.js'

/** A network on which an address has code. */
export interface FoundCode {
  readonly network: WalletNetwork
  /** The contract whose code it is, where that isn't the wallet's own. */
  readonly other: string | undefined
}

export interface FoundCodes {
  readonly found: readonly FoundCode[]
  /** The names of networks that don't answer. */
  readonly silent: readonly string[]
}

/** Reads on each of the wallet's networks what stands at an address. One that doesn't answer holds up none of the others. */
export async function readCodes(api: HoldingsApi, address: string): Promise<FoundCodes> {
  const networks = networksOf(api, api.origin).filter(({ chainId }) => chainId.startsWith('eip155:'))
  const standings = await Promise.all(
    networks.map((network) => codeStanding({ network, address }).catch(() => undefined)),
  )
  const found = networks.flatMap((network, index): readonly FoundCode[] => {
    const standing = standings[index]
    if (standing?.is === 'switched') return [{ network, other: undefined }]
    return standing?.is === 'foreign' ? [{ network, other: standing.delegate }] : []
  })
  return { found, silent: networks.flatMap(({ name }, index) => (standings[index] ? [] : [name])) }
}

type Asking = Extract<PreparedRequest, { readonly kind: 'ask' }>

/** A change of the code at the visitor's address, as it is shown to them before anything is signed. */
export interface AskedSwitch extends Pick<AskSwitch, 'network' | 'to'> {
  /** Another one each time that it is shown. */
  readonly id: string
  readonly shown: ReturnType<typeof sayRequest>
  /**
   * Signs and sends the very transaction that was shown, and waits until it is carried out [F13].
   * @returns what stands at the address then, which is read from the network, or `pending` where that takes long; or the request anew, where what was shown doesn't hold any more
   */
  approve(sent: () => void): Promise<{ readonly stands: Standing['is'] | 'pending' } | { readonly again: AskedSwitch }>
}

export interface AskSwitch {
  readonly dashboard: Dashboard
  readonly network: WalletNetwork
  readonly address: string
  readonly to: 'own' | 'none'
  /** How long the network is waited for, where that is said. */
  readonly mostMs?: number
}

/** Prepares a change of the code at the visitor's address. @throws where the network doesn't answer */
export async function askSwitch(asked: AskSwitch): Promise<AskedSwitch> {
  const { network, address, to, mostMs } = asked
  let approved: readonly string[] = []
  const account = accountOf(asked, () => approved)
  const prepared = await prepareSwitchCode({ network, account, to }).catch((cause: unknown) => {
    throw new WalletError({ sentence: 'error.node', cause })
  })
  const askedOf = (asking: Asking): AskedSwitch => ({
    ...{ network, to, id: crypto.randomUUID() },
    shown: sayRequest(asking.shown),
    async approve(sent) {
      const again = await asking.recheck?.()
      if (again) return { again: askedOf(asAsking(again)) }
      approved = await hashesOf(asking.payloads ?? [])
      const hash = await asking.perform()
      sent()
      const stands = await switchedTo({ network, address, hash: String(hash), mostMs })
      return { stands: stands?.is ?? 'pending' }
    },
  })
  return askedOf(asAsking(prepared))
}

/** The visitor's account, which signs by its fields what was approved, in a worker that compares both. */
function accountOf({ dashboard, address }: AskSwitch, approved: () => readonly string[]): SigningAccount {
  const sign = createSign(dashboard)
  return {
    address,
    sign: () => Promise.reject(new WalletError({ sentence: 'error.method' })),
    async signSwitching(switching) {
      const asked = { family: 'eip155', address, payloads: [switching], approved: approved() }
      const [authorization = new Uint8Array(), transaction = new Uint8Array()] = await sign(asked)
      return [authorization, transaction]
    },
  }
}

function asAsking(prepared: PreparedRequest): Asking {
  if (prepared.kind !== 'ask') throw new WalletError({ sentence: 'error.unknown' })
  return prepared
}
