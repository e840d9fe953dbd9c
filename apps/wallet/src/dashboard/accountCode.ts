import type { WalletNetwork } from '@foyer/core/words'
import type { PreparedRequest, SigningAccount } from '@foyer/signing'
import { permissionsEnded, permissionsNumber, prepareEndPermissions } from '@foyer/signing/endPermissions'
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

/** The code at an address once a change is carried out; of permissions whether they are ended, or stay. */
type Stands = Standing['is'] | 'ended' | 'stays'

type Asking = Extract<PreparedRequest, { readonly kind: 'ask' }>

/** A change of the code at the visitor's address, or the end of all permissions by it, as it is shown to them before anything is signed. */
export interface AskedSwitch extends Pick<AskSwitch, 'network' | 'to'> {
  /** Another one each time that it is shown. */
  readonly id: string
  readonly shown: ReturnType<typeof sayRequest>
  /**
   * Signs and sends the very transaction that was shown, and waits until it is carried out [F13].
   * @returns what stands at the address then, which is read from the network, or `pending` where that takes long; or the request anew, where what was shown doesn't hold any more
   */
  approve(sent: () => void): Promise<{ readonly stands: Stands | 'pending' } | { readonly again: AskedSwitch }>
}

export interface AskSwitch {
  readonly dashboard: Dashboard
  readonly network: WalletNetwork
  readonly address: string
  /** The code that it is to have, or the end of all permissions by it. */
  readonly to: 'own' | 'none' | 'ended'
  /** How long the network is waited for, where that is said. */
  readonly mostMs?: number
}

/** Prepares a change of the code at the visitor's address, or the end of all permissions. @throws where the network doesn't answer */
export async function askSwitch(asked: AskSwitch): Promise<AskedSwitch> {
  const { network, to } = asked
  let approved: readonly string[] = []
  const account = accountOf(asked, () => approved)
  const { prepared, standsAfter } = await begin(asked, account).catch((cause: unknown) => {
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
      return { stands: (await standsAfter(String(hash))) ?? 'pending' }
    },
  })
  return askedOf(asAsking(prepared))
}

/** A change as it is prepared, and what stands once it is carried out. */
async function begin(
  { network, address, to, mostMs }: AskSwitch,
  account: SigningAccount,
): Promise<{ readonly prepared: PreparedRequest; standsAfter(hash: string): Promise<Stands | undefined> }> {
  const on = { network, address, mostMs }
  if (to !== 'ended') {
    const prepared = await prepareSwitchCode({ network, account, to })
    return { prepared, standsAfter: async (hash) => (await switchedTo({ ...on, hash }))?.is }
  }
  const [was, prepared] = await Promise.all([permissionsNumber(on), prepareEndPermissions({ network, account })])
  return {
    prepared,
    async standsAfter(hash) {
      const isEnded = await permissionsEnded({ ...on, hash, was })
      if (isEnded === undefined) return undefined
      return isEnded ? 'ended' : 'stays'
    },
  }
}

/** The visitor's account, which signs by its fields what was approved, in a worker that compares both. */
function accountOf({ dashboard, address }: AskSwitch, approved: () => readonly string[]): SigningAccount {
  const sign = createSign(dashboard)
  return {
    address,
    async sign(payload) {
      const asked = { family: 'eip155', address, payloads: [payload], approved: approved() }
      const [signature = new Uint8Array()] = await sign(asked)
      return signature
    },
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
