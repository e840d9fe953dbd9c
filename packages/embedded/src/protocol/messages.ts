import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { fields, mapOf } from './checks.js'
import { RpcRequest } from './rpc.js'

/** A chain by the form that the family's adapter has for it: EVM's by its number, others by CAIP-2. */
const ChainId = v.union([v.string(), v.number()])

const Email = v.pipe(v.string(), v.email('Invalid email'))

/** An account of a wallet: of a key, or a contract's. */
export const AccountType = v.picklist(['eoa', 'smartAccount'])
export type AccountType = Output<typeof AccountType>

const Accounts = v.array(fields({ address: v.string(), type: AccountType }))

/** The visitor who is logged in, and their account [S3.7]. */
export const UserSession = fields({
  email: v.optional(v.nullable(Email)),
  address: v.string(),
  chainId: ChainId,
  smartAccountDeployed: v.optional(v.boolean()),
  accounts: v.optional(Accounts),
  preferredAccountType: v.optional(v.string()),
})
export type UserSession = Output<typeof UserSession>

/** The providers whose page the wallet leads to. */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type SocialProviderName = (typeof socialProviders)[number]

export const ThemeMode = v.picklist(['light', 'dark'])

const Seconds = v.optional(v.number())
const Otp = fields({ otp: v.string() })
/** Whatever stands there isn't read. */
const nothing = v.pipe(
  v.optional(v.unknown()),
  v.transform(() => undefined),
)

/**
 * The application's requests to the wallet's page, by name: what is sent, and what is answered [S7.39]. Both names on
 * the wire, `@w3m-app/NAME` one way, `@w3m-frame/NAME_SUCCESS` and `…_ERROR` back, are those of Reown AppKit 1.7.6, so
 * that either side may be the other's.
 */
export const requests = {
  SWITCH_NETWORK: { payload: fields({ chainId: ChainId }), reply: fields({ chainId: ChainId }) },
  CONNECT_EMAIL: {
    payload: fields({ email: Email }),
    /**
     * The next step [S4.23]; and, which the original's page doesn't say, how long the mail's link is good and its code
     * will be from when it is sent.
     */
    reply: fields({
      action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      linkSeconds: Seconds,
      codeSeconds: Seconds,
    }),
  },
  CONNECT_DEVICE: {
    payload: nothing,
    /**
     * The next step: a code, for as many seconds as this kit's page says; or `CONNECT`, as that says once the visitor
     * has opened the wallet by what they have, and `ANOTHER` where they go by another address.
     */
    reply: v.optional(v.unknown()),
  },
  CONNECT_OTP: { payload: Otp, reply: nothing },
  CONNECT_SOCIAL: {
    payload: fields({ uri: v.string(), preferredAccountType: v.optional(v.string()) }),
    reply: fields({
      email: v.optional(v.nullable(v.string())),
      address: v.string(),
      chainId: ChainId,
      accounts: v.optional(Accounts),
      userName: v.optional(v.nullable(v.string())),
      preferredAccountType: v.optional(v.string()),
    }),
  },
  GET_SOCIAL_REDIRECT_URI: {
    payload: fields({ provider: v.picklist(socialProviders) }),
    reply: fields({ uri: v.string() }),
  },
  GET_FARCASTER_URI: { payload: nothing, reply: fields({ url: v.string() }) },
  CONNECT_FARCASTER: { payload: nothing, reply: fields({ userName: v.string() }) },
  GET_USER: {
    payload: v.optional(
      fields({
        chainId: v.optional(ChainId),
        preferredAccountType: v.optional(v.string()),
        socialUri: v.optional(v.string()),
      }),
    ),
    reply: UserSession,
  },
  SIGN_OUT: { payload: nothing, reply: nothing },
  IS_CONNECTED: {
    payload: v.optional(fields({ token: v.string() })),
    reply: fields({ isConnected: v.boolean() }),
  },
  GET_CHAIN_ID: { payload: nothing, reply: fields({ chainId: ChainId }) },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payload: nothing,
    reply: fields({ smartAccountEnabledNetworks: v.array(v.number()) }),
  },
  SET_PREFERRED_ACCOUNT: {
    payload: fields({ type: v.string() }),
    reply: fields({ type: v.string(), address: v.string() }),
  },
  /** Answered by `{ address, isDeployed }`, which the original has no place for, and neither kit asks for. */
  INIT_SMART_ACCOUNT: { payload: nothing, reply: v.unknown() },
  RPC_REQUEST: { payload: RpcRequest, reply: v.unknown() },
  UPDATE_EMAIL: {
    payload: fields({ email: Email }),
    /**
     * The next step [S4.24]; and, which the original's page doesn't say, how long each code is good from when it is
     * sent.
     */
    reply: fields({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']), codeSeconds: Seconds }),
  },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: Otp, reply: nothing },
  UPDATE_EMAIL_SECONDARY_OTP: { payload: Otp, reply: fields({ newEmail: Email }) },
  SYNC_THEME: {
    payload: fields({
      themeMode: v.optional(ThemeMode),
      themeVariables: v.optional(mapOf(v.union([v.string(), v.number()]))),
      w3mThemeVariables: v.optional(mapOf(v.string())),
    }),
    reply: nothing,
  },
  SYNC_DAPP_DATA: {
    payload: fields({
      metadata: v.optional(
        fields({ name: v.string(), description: v.string(), url: v.string(), icons: v.array(v.string()) }),
      ),
      sdkVersion: v.optional(v.string()),
      sdkType: v.optional(v.string()),
      projectId: v.string(),
    }),
    reply: nothing,
  },
  RELOAD: { payload: nothing, reply: nothing },
} as const

/** The name of a request and of its answer. */
export type RequestName = keyof typeof requests

/** The notices that the wallet's page sends unasked, by name. */
export const notices = {
  /** It takes messages from now on. */
  READY: fields({ version: v.optional(v.string()) }),
  SESSION_UPDATE: fields({ token: v.string() }),
} as const

export type NoticeName = keyof typeof notices

/** The payload of a request. */
export type RequestPayload<Name extends RequestName> = v.InferOutput<(typeof requests)[Name]['payload']>

/** The reply to a request. */
export type RequestReply<Name extends RequestName> = v.InferOutput<(typeof requests)[Name]['reply']>

/** The payload of a notice. */
export type Notice<Name extends NoticeName> = v.InferOutput<(typeof notices)[Name]>

/** The answer to any request that failed: a sentence. */
export const Failure = fields({ message: v.string() })
