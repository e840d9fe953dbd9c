import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import type { FamilyHost } from '../../family.js'
import { readContext, type SignedDelegation } from './delegation.js'
import { isOver, networkOfGrant } from './granted.js'
import { type Misfit, misfit, misfitIn } from './misfit.js'
import { isEndedBy, readOlderEnding } from './olderPermission.js'

/** A permission that is to be ended, and where. */
export interface Ending {
  readonly delegation: SignedDelegation
  /** The one that the permission was signed for. */
  readonly network: WalletNetwork
  /** A session that the account signs the end of beside. */
  readonly session?: string | undefined
}

interface Asked {
  readonly method: string
  readonly params: unknown
  readonly host: Pick<FamilyHost, 'grants' | 'networks'>
}

const Present = v.strictObject({ permissionContext: v.unknown() })

/** Finds the one permission that a request ends: by itself, where it is handed over, else among those that the wallet keeps. */
export async function endingOf({ method, params, host }: Asked): Promise<Ending | Misfit> {
  if (method === 'wallet_revokePermissions') return olderEndingOf({ params, host })
  const { success, output, issues } = v.safeParse(Present, Array.isArray(params) ? params[0] : params)
  if (!success) return misfitIn(issues)
  const delegation = readContext(output.permissionContext)
  if (!delegation) return misfit('`permissionContext` isn’t the context of a permission of this wallet.')
  const network = await networkOfGrant(host.networks(), delegation)
  if (!network) return misfit('`permissionContext` wasn’t signed by its account for a network of this wallet.')
  return { delegation, network }
}

/** The older shape names no permission: of several that are alike and stand it can't be said which is meant. */
async function olderEndingOf({ params, host }: Pick<Asked, 'params' | 'host'>): Promise<Ending | Misfit> {
  const ending = readOlderEnding(params)
  if ('code' in ending) return ending
  const kept = ((await host.grants?.list()) ?? []).filter(({ answer }) => isEndedBy(ending, answer))
  const found = await Promise.all(
    kept.map(async ({ context }) => {
      const delegation = readContext(context)
      const network = delegation && (await networkOfGrant(host.networks(), delegation))
      if (!delegation || !network) return []
      return [{ delegation, network, session: ending.pci, isOver: await isOver({ network, delegation }) }]
    }),
  )
  const all = found.flat()
  const [standing, ...others] = all.filter(({ isOver }) => !isOver)
  if (others.length > 0)
    return misfit(
      '`permissions` fit more than one permission that stands: end each by its context (`wallet_revokeExecutionPermission`).',
    )
  return standing ?? all[0] ?? misfit('`permissions` fit none that the wallet has granted here.')
}

const Named = v.looseTuple([v.looseObject({ chainId: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,13}$/)) })])

/** The methods that end a permission. */
const ending: readonly string[] = ['wallet_revokeExecutionPermission', 'wallet_revokePermissions']
/** The methods that ask for one, which name its network. */
const granting: readonly string[] = ['wallet_grantPermissions', 'wallet_requestExecutionPermissions']

/** The wallet's network that a request of permissions is about, whichever is in use: the one that it names, or the permission's own. Undefined where it names none of them. */
export async function chainOf({ method, params, host }: Asked): Promise<string | undefined> {
  if (ending.includes(method)) {
    const found = await endingOf({ method, params, host })
    return 'network' in found ? found.network.chainId : undefined
  }
  const { success, output } = v.safeParse(Named, params)
  if (!success || !granting.includes(method)) return undefined
  const chainId = `eip155:${BigInt(output[0].chainId)}`
  return host.networks().find((each) => each.chainId === chainId)?.chainId
}
