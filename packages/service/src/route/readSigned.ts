import { nextNonce } from '@foyer/custody/calls'
import { SignedBody } from '@foyer/custody/signed'
import type { Context } from 'hono'
import type * as v from 'valibot'
import { NotFoundError } from '../errors/refusals.js'
import type { Signed } from '../signedCalls/signedCalls.js'
import { readJson } from './body.js'
import type { CommonServices } from './commonServices.js'
import type { Env } from './env.js'
import { parseWith } from './parse.js'

interface ReadSigned {
  readonly c: Context<Env>
  readonly services: Pick<CommonServices, 'signedCalls'>
  readonly call: string
  readonly schema: v.GenericSchema
}

/**
 * Reads what a signed call is given: first the envelope, then its nonce and signature, then what was signed.
 * @throws NotFoundError where there are no such calls · SignatureRefusedError · InvalidInputError
 */
export async function readSigned({ c, services: { signedCalls }, call, schema }: ReadSigned): Promise<Signed<unknown>> {
  if (signedCalls === null) throw new NotFoundError()
  const body = parseWith({ schema: SignedBody, value: readJson(c.env.visit.body), whole: 'body' })
  const signer = await signedCalls.signerOf({ call, body })
  // So that who goes on asks for none.
  c.env.visit.head = { ...c.env.visit.head, [nextNonce]: signedCalls.nonce() }
  const payload = parseWith({ schema, value: readJson(body.text), whole: 'payload' })
  return { payload, signer }
}
