import { encodeBytes, newId } from '@foyer/custody/bytes'
import { NonceReply, type SignedCall } from '@foyer/custody/calls'
import { personOf } from '@foyer/custody/person'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { createSigningKeys, type Receipt, type Statement, signBody, signReceipt } from '@foyer/custody/signed'
import { beginLoginCall, loginNonceCall, Session, verifyCodeCall } from '@foyer/login/loginCalls'
import type { Database } from '@foyer/service/db/database'
import type { Mail, Mailer } from '@foyer/service/mail/mail'
import type { NamedKey } from '@foyer/service/seal/namedKeys'
import { and, eq, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { loginWallets } from '../../db/schema/index.js'
import { type OpenApiParameters, openApi, type TestApi } from '../../test/openApi.js'
import type { LoginConfig } from '../loginConfig.js'

export const walletOrigin = 'https://wallet.example'
export const site = 'https://dapp.example'

export const namedKey = (name: string, fill: number): NamedKey => ({ name, bytes: new Uint8Array(32).fill(fill) })

/** A browser at a site: the keys that its frame made. */
export interface TestDevice {
  readonly keys: CryptoKeyPair
  readonly device: string
}

export async function createDevice(): Promise<TestDevice> {
  const keys = await createSigningKeys()
  return { keys, device: encodeBytes(await exportPublicKey(keys.publicKey)) }
}

interface AskOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** asked of another node */
  readonly on?: Pick<TestApi, 'post'> | undefined
}

/** Asks a server as the wallet's page does: a nonce first, then the call that is signed over it. */
export async function askSigned({
  of,
  by: { keys },
  payload,
  token,
  headers = {},
  on,
}: AskOptions & { of: SignedCall; by: TestDevice; payload: unknown; on: Pick<TestApi, 'post'> }): Promise<Response> {
  const nonce = await on.post(loginNonceCall.path, {}, wholeJson)
  const { nonce: given } = v.parse(NonceReply, await nonce.json())
  const body = await signBody({ keys, call: of.id, nonce: given, payload })
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return on.post(of.path, body, { ...wholeJson, ...authorization, ...headers })
}

/** Signs a keeper's statement on a device, for ten minutes. */
export function signStatement({
  keeper,
  email,
  now,
  ...said
}: { keeper: CryptoKeyPair; email: string; now: number } & Readonly<Record<string, unknown>>): Promise<Receipt> {
  const seconds = Math.floor(now / 1000)
  const common = {
    person: personOf({ email }),
    ceremony: newId(),
    actsFrom: seconds,
    expiresAt: seconds + 600,
    wallet: null,
  }
  return signReceipt(keeper.privateKey, v.parse(v.any(), { is: 'confirmed', ...common, ...said }))
}

export interface TestLogin {
  readonly api: TestApi
  /** what the mail server took */
  readonly mails: Mail[]
  readonly keeper: CryptoKeyPair
  readonly config: LoginConfig
  /** Another node on the same database, or the same with another configuration. */
  another(parameters?: Partial<OpenApiParameters>): Promise<TestApi>
  ask(of: SignedCall, by: TestDevice, payload: unknown, options?: AskOptions): Promise<Response>
  /** Signs the keeper's statement on a device, for ten minutes. */
  says(statement: Partial<Statement> & { email: string; device: string }): Promise<Receipt>
  /** Begins a login whose device is confirmed. @returns the login, and the code of its mail */
  begin(request: {
    by: TestDevice
    email: string
    isKnown?: boolean
    language?: string
    on?: TestApi
  }): Promise<{ login: string; code: string }>
  /** Logs in, and keeps the token in the page. */
  logIn(request: { by: TestDevice; email: string; isKnown?: boolean }): Promise<Session>
}

export const wholeJson = { 'content-type': 'application/json', origin: walletOrigin, 'sec-fetch-site': 'same-origin' }

export interface OpenLoginParameters extends Partial<OpenApiParameters> {
  database: Database
  login?: Partial<LoginConfig> | undefined
  /** the keeper's keys, if they aren't made here */
  keeper?: TestDevice | undefined
}

/** A login server of a test, with a keeper whose word the test gives; nothing in the product imports this. */
export async function openLogin({ database, login = {}, ...given }: OpenLoginParameters): Promise<TestLogin> {
  const { keeper: keeperKeys, ...parameters } = given
  const { keys: keeper, device: keeperKey } = keeperKeys ?? (await createDevice())
  const mails: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void mails.push(mail), close() {} }
  const config: LoginConfig = {
    origin: walletOrigin,
    keys: [namedKey('2026', 7)],
    keeperKey,
    smtp: { url: 'smtp://mail.invalid', from: 'login@wallet.example' },
    codeMinutes: 10,
    ...login,
  }
  const another: TestLogin['another'] = async (more = {}) => {
    const both = { ...parameters.config, login: config }
    const api = await openApi({ database, mailer, ...parameters, config: both, ...more })
    for (const work of api.services.background) if (work.name === 'login mails') work.start()
    return api
  }
  const api = await another()
  const ask: TestLogin['ask'] = (of, by, payload, { on = api, ...options } = {}) =>
    askSigned({ of, by, payload, on, ...options })
  const says: TestLogin['says'] = async ({ email, ...said }) => {
    const isTheirs = and(eq(loginWallets.person, personOf({ email })), isNotNull(loginWallets.claimedAt))
    const [claimed] = await database.orm.select({ id: loginWallets.id }).from(loginWallets).where(isTheirs)
    return signStatement({ keeper, now: api.time, email, wallet: claimed?.id ?? null, ...said })
  }
  const begin: TestLogin['begin'] = async ({ by, email, isKnown = false, language, on = api }) => {
    const confirmation = isKnown ? undefined : await says({ email, device: by.device })
    const before = mails.length
    const asked = { email, projectId: 'demo', site, confirmation, language }
    const answer = await ask(beginLoginCall, by, asked, { on })
    if (answer.status !== 200) throw new Error(await answer.text())
    const { login } = v.parse(beginLoginCall.reply, await answer.json())
    return { login, code: codeOf(await mailBeyond(mails, before)) }
  }
  return {
    ...{ api, mails, keeper, config, another, ask, says, begin },
    async logIn({ by, ...request }) {
      const { login, code } = await begin({ by, ...request })
      const answer = await ask(verifyCodeCall, by, { login, code, keepsIn: 'page' })
      return v.parse(Session, await answer.json())
    },
  }
}

/** The newest mail, once there is one beyond so many. @throws where none comes */
export async function mailBeyond(mails: readonly Mail[], count: number): Promise<Mail> {
  const until = performance.now() + 20_000
  while (mails.length <= count) {
    if (performance.now() > until) throw new Error('There is no mail.')
    await new Promise((resolve) => setImmediate(resolve))
  }
  return mails.at(-1) ?? Promise.reject(new Error('There is no mail.'))
}

export const codeOf = (mail: Mail | undefined): string => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''

export const reasonOf = async (answer: Response): Promise<readonly [number, string, string | undefined]> => {
  const { error } = v.parse(Refusal, await answer.json())
  return [answer.status, error.code, error.field]
}

const Refusal = v.object({
  error: v.object({ code: v.string(), message: v.string(), field: v.optional(v.string()) }),
})
