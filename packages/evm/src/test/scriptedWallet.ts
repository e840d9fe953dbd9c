import type { Eip1193Provider } from '@foyer/core'
import * as v from 'valibot'

export const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const sessionKey = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
/** The manager of MetaMask's framework 1.3.0. */
export const delegationManager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

const Text = v.pipe(v.string(), v.startsWith('0x'))
const Kind = { type: v.string(), data: v.record(v.string(), v.unknown()) }
/** The requests that MetaMask takes: nothing besides. */
const Requests = v.array(
  v.strictObject({
    chainId: Text,
    from: Text,
    to: Text,
    permission: v.strictObject({ ...Kind, isAdjustmentAllowed: v.boolean() }),
    rules: v.array(v.strictObject(Kind)),
  }),
)
const Revocation = v.strictObject({ permissionContext: Text })

const types = ['periodic', 'stream', 'allowance'].flatMap((kind) => [`native-token-${kind}`, `erc20-token-${kind}`])
const supported = {
  ...Object.fromEntries(types.map((type) => [type, { chainIds: ['0x1'], ruleTypes: ['expiry', 'redeemer', 'payee'] }])),
  'token-approval-revocation': { chainIds: ['0x1'], ruleTypes: ['expiry'] },
}

/** Answers methods in the wallet's place; what it throws, the wallet throws. */
export type Script = Readonly<Record<string, (params: unknown) => unknown>>

export interface ScriptedWallet extends Eip1193Provider {
  readonly asked: { readonly method: string; readonly params?: unknown }[]
  /** The permissions that it has granted, as it lists them. */
  readonly granted: object[]
}

/** A wallet of MetaMask's shape, at the border: it takes the parameters that MetaMask takes, and grants what it is asked for. */
export function scriptedWallet(script: Script = {}): ScriptedWallet {
  const granted: object[] = []
  const asked: ScriptedWallet['asked'] = []
  const own: Script = {
    wallet_getSupportedExecutionPermissions: () => supported,
    wallet_getGrantedExecutionPermissions: () => granted,
    wallet_requestExecutionPermissions(params) {
      const answers = parsed(Requests, params).map((request, index) => ({
        ...request,
        permission: { ...request.permission, data: { startTime: 1_800_000_000, ...request.permission.data } },
        context: `0x00${granted.length + index + 1}0`,
        dependencies: [],
        delegationManager,
      }))
      granted.push(...answers)
      return answers
    },
    wallet_revokeExecutionPermission(params) {
      const { permissionContext } = parsed(Revocation, params)
      const at = granted.findIndex((each) => 'context' in each && each.context === permissionContext)
      granted.splice(at, 1)
      return {}
    },
    ...script,
  }
  return {
    asked,
    granted,
    async request({ method, params }) {
      asked.push({ method, params })
      const answer = own[method]
      if (!answer) throw { code: 4200, message: `${method} is not supported.` }
      return answer(params)
    },
  }
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, params: unknown): T {
  const { success, output } = v.safeParse(schema, params)
  if (!success) throw { code: -32_602, message: 'Invalid params' }
  return output
}
