import { AbortedError } from '../errors/connection.js'
import { NameServiceError } from '../errors/feature.js'
import { HttpError } from '../errors/http.js'

import {
  type NameRecord,
  nameCall,
  namesCall,
  nameZoneCall,
  type RegistrationBody,
  registerNameCall,
  type SuggestionsReply,
  suggestionsCall,
} from '../wire/name.js'
import { ask, isServed } from './ask.js'
import type { Api, Cancellable } from './project.js'

/** The version that clients of today send, so that a server can distinguish them from older ones. */
const apiVersion = '2'

export interface ResolveNameRequest extends Cancellable {
  /** With its zone, such as `alice.foyer.id`. */
  readonly name: string
}

/**
 * GET /v1/profile/account/{name} [S7.14]; null while the active network isn't served [S7.2].
 * @throws NameServiceError with the server's first reason, else 'Error resolving name' [S8.19]
 */
export async function resolveName(context: Api, { name, signal }: ResolveNameRequest): Promise<NameRecord | null> {
  if (!(await isServed(context, { signal }))) return null
  const work = ask(context, nameCall, { params: { name }, query: { apiVersion }, signal })
  return orNameError({ work, otherwise: 'Error resolving name', call: nameCall.id })
}

export interface NamesOfRequest extends Cancellable {
  /** Plain. */
  readonly address: string
  /** The active account's plain address. */
  readonly sender?: string | undefined
}

/**
 * GET /v1/profile/reverse/{address} [S7.15]; none while the active network isn't served [S7.2].
 * @throws NameServiceError with the server's first reason, else 'Error fetching names for address' [S8.19]
 */
export async function namesOf(
  context: Api,
  { address, sender, signal }: NamesOfRequest,
): Promise<readonly NameRecord[]> {
  if (!(await isServed(context, { signal }))) return []
  const work = ask(context, namesCall, { params: { address }, query: { sender, apiVersion }, signal })
  return orNameError({ work, otherwise: 'Error fetching names for address', call: namesCall.id })
}

/**
 * GET /v1/profile/zone: the domain below which the server gives names [S9.23]; null where it gives none, and while the active network isn't served [S7.2].
 * @throws HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError · AbortedError
 */
export async function nameZone(context: Api, { signal }: Cancellable = {}): Promise<string | null> {
  if (!(await isServed(context, { signal }))) return null
  return (await ask(context, nameZoneCall, { signal })).zone
}

export interface NameSuggestionsRequest extends Cancellable {
  /** Without its zone. */
  readonly name: string
  /** The zone that it is to stand in [S9.23]. */
  readonly zone: string
}

/**
 * GET /v1/profile/suggestions/{name} [S7.16 S3.21]; none while the active network isn't served [S7.2].
 * @throws NameServiceError with the server's first reason, else 'Error fetching name suggestions' [S8.19]
 */
export async function nameSuggestions(
  context: Api,
  { name, zone, signal }: NameSuggestionsRequest,
): Promise<SuggestionsReply> {
  if (!(await isServed(context, { signal }))) return { suggestions: [] }
  const work = ask(context, suggestionsCall, { params: { name }, query: { zone }, signal })
  return orNameError({ work, otherwise: 'Error fetching name suggestions', call: suggestionsCall.id })
}

export interface RegisterNameRequest extends Cancellable {
  /** With its zone, as it stands in the signed message. */
  readonly name: string
  readonly registration: RegistrationBody
}

/**
 * POST /v1/profile/account [S7.17], once [F22].
 * @returns whether it is registered; false while the active network isn't served [S7.2]
 * @throws NameServiceError with the server's first reason, else 'Error registering name {name}' [S8.19]
 */
export async function registerName(
  context: Api,
  { name, registration: body, signal }: RegisterNameRequest,
): Promise<boolean> {
  if (!(await isServed(context, { signal }))) return false
  const work = ask(context, registerNameCall, { body, signal })
  return (await orNameError({ work, otherwise: `Error registering name ${name}`, call: registerNameCall.id })).success
}

async function orNameError<Reply>({
  work,
  otherwise,
  call,
}: {
  work: Promise<Reply>
  otherwise: string
  call: string
}): Promise<Reply> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof AbortedError) throw cause
    const [first] = cause instanceof HttpError ? cause.reasons : []
    throw new NameServiceError({ message: first?.description ?? otherwise, facts: { call }, cause })
  }
}
