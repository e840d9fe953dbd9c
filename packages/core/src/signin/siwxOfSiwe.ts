import type { NetworkId } from '../chain/ids.js'
import { SiweConfigError } from '../errors/signIn.js'
import type { SiwxMessage } from '../siwx/message.js'
import type { Siwx, SiwxRequest, SiwxSession } from '../siwx/siwx.js'
import type { SiweConfigOptions, SiweSession } from './createSiweConfig.js'
import type { SiwxHost } from './siwxHost.js'

interface Mapped {
  readonly options: SiweConfigOptions
  readonly host: SiwxHost
}

/** The older client as what keeps a kit's sign-ins. Its sessions have neither text nor signature: the host's server has those. */
export function siwxOfSiwe({ options, host }: Mapped): Siwx {
  const { signOutOnDisconnect = true } = options
  const signOut = async () => {
    await options.signOut()
    options.onSignOut?.()
  }
  const add = async ({ data, message, signature, cacao }: SiwxSession) => {
    if (!(await options.verifyMessage({ message, signature, cacao, data })))
      throw new SiweConfigError({ code: 'siwe_verify' })
    options.onSignIn?.({ address: data.accountAddress, chainId: chainNumber(data.chainId) })
  }
  return {
    createMessage: (request) => createMessage({ options, host }, request),
    addSession: add,
    revokeSession: signOut,
    async setSessions(sessions) {
      const session = sessions.find(({ data }) => data.chainId === host.networkId()) ?? sessions[0]
      if (session) await add(session)
      else if (signOutOnDisconnect) await signOut()
    },
    async getSessions(chainId, address) {
      const kept = [{ data: { ...unknown(host), accountAddress: address, chainId }, message: '', signature: '' }]
      if (!chainId.startsWith('eip155:')) return kept
      const session = await options.getSession()
      if (!session) return []
      if (isKept({ session, chainId, address, options })) return kept
      await signOut()
      return []
    },
    getRequired: () => options.required ?? true,
  }
}

/** What the older client's sessions don't say. */
const unknown = (host: SiwxHost) => ({ ...host.page(), version: '1', nonce: '', issuedAt: '' })

/** @throws SiweConfigError for a session that says neither account nor network */
function isKept({
  session,
  chainId,
  address,
  options: { signOutOnAccountChange = true, signOutOnNetworkChange = true },
}: {
  readonly session: SiweSession
  readonly chainId: NetworkId
  readonly address: string
  readonly options: SiweConfigOptions
}): boolean {
  if (!session.address) throw new SiweConfigError({ code: 'siwe_address' })
  if (!session.chainId) throw new SiweConfigError({ code: 'siwe_chain' })
  const isAccount = session.address.toLowerCase() === address.toLowerCase()
  const isNetwork = session.chainId === chainNumber(chainId)
  return (isAccount || !signOutOnAccountChange) && (isNetwork || !signOutOnNetworkChange)
}

async function createMessage(
  { options, host }: Mapped,
  { accountAddress, chainId, notBefore }: Parameters<Siwx['createMessage']>[0],
): Promise<SiwxRequest> {
  const params = await options.getMessageParams?.()
  if (!params) throw new SiweConfigError({ code: 'siwe_params' })
  const nonce = await options.getNonce(accountAddress === '' ? undefined : accountAddress)
  const { domain, uri, statement, requestId, resources, exp, expiry, nbf = notBefore, iat } = params
  const now = host.clock.now()
  const issuedAt = iat ?? new Date(now).toISOString()
  const expirationTime = exp ?? (expiry === undefined ? undefined : new Date(now + expiry * 1_000).toISOString())
  const data: SiwxMessage = {
    ...{ accountAddress, chainId, domain, uri, nonce, issuedAt, version: '1' },
    ...{ statement, requestId, resources, expirationTime, notBefore: nbf },
  }
  const args = {
    ...{ ...params, iat: issuedAt, nbf, exp: expirationTime },
    ...{ address: `did:pkh:${chainId}:${accountAddress}`, chainId: chainNumber(chainId), nonce, version: '1' as const },
  }
  return { ...data, toString: () => options.createMessage(args) }
}

const chainNumber = (chainId: NetworkId): number => Number(chainId.split(':')[1])
