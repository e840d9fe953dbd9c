import type { PrepareFor } from '@foyer/signing'
import { prepareEip155 } from '@foyer/signing/eip155'
import { prepareSolana } from '@foyer/signing/solana'
import { readSolanaParams, writeSolanaResult } from './solanaWire.js'

/**
 * The reader of a chain family's requests in the frame, which answers them; whatever else differs by family is in
 * `signing`.
 */
export interface FamilySigner {
  /** A namespace of CAIP-2. */
  readonly family: string
  /** Its methods. */
  readonly methods: RegExp
  readonly prepare: PrepareFor
  /** From the frame's wire to the form in which the family's requests are read. */
  readonly readParams: (params: unknown) => unknown
  /** The way back. */
  readonly writeResult: (result: unknown) => unknown
}

const same = (value: unknown) => value

const signers: readonly [FamilySigner, ...FamilySigner[]] = [
  { family: 'eip155', methods: /^(eth|personal|wallet)_/, prepare: prepareEip155, readParams: same, writeResult: same },
  {
    family: 'solana',
    methods: /^solana_/,
    prepare: prepareSolana,
    readParams: readSolanaParams,
    writeResult: writeSolanaResult,
  },
]

/** Returns the signer of a method: a name without a family's prefix is Ethereum's. */
export const signerOf = (method: string): FamilySigner =>
  signers.find(({ methods }) => methods.test(method)) ?? signers[0]
