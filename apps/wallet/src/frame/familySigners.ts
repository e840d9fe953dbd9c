import type { RpcMethod } from '@foyer/embedded/protocol'
import type { PrepareFor } from '@foyer/signing'
import { prepareEip155 } from '@foyer/signing/eip155'
import { prepareSolana } from '@foyer/signing/solana'
import { notThere } from './rpc.js'
import { readSolanaParams, writeSolanaResult } from './solanaWire.js'

/**
 * The reader of a chain family's requests in the frame, which answers them; whatever else differs by family is in
 * `signing`.
 */
export interface FamilySigner {
  /** A namespace of CAIP-2. */
  readonly family: string
  /** Its methods, each by its name. */
  readonly methods: readonly RpcMethod[]
  readonly prepare: PrepareFor
  /** From the frame's wire to the form in which the family's requests are read. */
  readonly readParams: (params: unknown) => unknown
  /** The way back. */
  readonly writeResult: (result: unknown) => unknown
}

const same = (value: unknown) => value

const eip155: FamilySigner = {
  family: 'eip155',
  prepare: prepareEip155,
  readParams: same,
  writeResult: same,
  methods: [
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getGrantedExecutionPermissions',
    'wallet_getSupportedExecutionPermissions',
    'wallet_grantPermissions',
    'wallet_requestExecutionPermissions',
    'wallet_revokeExecutionPermission',
    'wallet_revokePermissions',
    'wallet_sendCalls',
    'wallet_showCallsStatus',
  ],
}
const signers: readonly FamilySigner[] = [
  eip155,
  {
    family: 'solana',
    methods: [
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
    ],
    prepare: prepareSolana,
    readParams: readSolanaParams,
    writeResult: writeSolanaResult,
  },
]

/** Returns the signer of a method. @throws WalletError for a method that is none's */
export function signerOf(method: RpcMethod): FamilySigner {
  const signer = signers.find(({ methods }) => methods.includes(method))
  if (!signer) throw notThere('error.method')
  return signer
}
