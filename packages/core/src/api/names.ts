import { AbortedError } from '../errors/connection.js'
import { NameServiceError } from '../errors/feature.js'
import { HttpError } from '../errors/http.js'

import {
  NameRecord,
  NamesReply,
  NameZoneReply,
  type RegistrationBody,
  RegistrationReply,
  SuggestionsReply,
} from '../wire/name.js'
import { paths } from '../wire/paths.js'
import { pathWith } from './http.js'
import { isServed } from './isServed.js'
import type { Cancellable, GatedContext } from './project.js'

/** What clients of today say, so that a server can distinguish them from older ones. */
const apiVersion = '2'

export interface ResolveNameRequest extends Cancellable {
  /** With its zone, such as `alice.foyer.id`. */
  readonly name: string
}

/**
 * GET /v1/profile/account/{name} [S7.14]; null while the active network isn't served [S7.2].
 * @throws NameServiceError with the server's first reason, else 'Error resolving name' [S8.19]
 */
export async function resolveName(
  context: GatedContext,
  { name, signal }: ResolveNameRequest,
): Promise<NameRecord | null> {
  if (!(await isServed(context, { signal }))) return null
  const path = pathWith({ path: paths.name, value: name })
  const work = context.http.get({ call: 'resolveName', path, query: { apiVersion }, schema: NameRecord, signal })
  return orNameError({ work, otherwise: 'Error resolving name', call: 'resolveName' })
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
  context: GatedContext,
  { address, sender, signal }: NamesOfRequest,
): Promise<readonly NameRecord[]> {
  if (!(await isServed(context, { signal }))) return []
  const path = pathWith({ path: paths.namesOfAddress, value: address })
  const query = { sender, apiVersion }
  const work = context.http.get({ call: 'namesOf', path, query, schema: NamesReply, signal })
  return orNameError({ work, otherwise: 'Error fetching names for address', call: 'namesOf' })
}

/**
 * GET /v1/profile/zone: the domain below which the server gives names [S9.23]; null where it gives none, and while the active network isn't served [S7.2].
 * @throws HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError · AbortedError
 */
export async function nameZone(context: GatedContext, { signal }: Cancellable = {}): Promise<string | null> {
  if (!(await isServed(context, { signal }))) return null
  const { zone } = await context.http.get({ call: 'nameZone', path: paths.nameZone, schema: NameZoneReply, signal })
  return zone
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
  context: GatedContext,
  { name, zone, signal }: NameSuggestionsRequest,
): Promise<SuggestionsReply> {
  if (!(await isServed(context, { signal }))) return { suggestions: [] }
  const path = pathWith({ path: paths.nameSuggestions, value: name })
  const work = context.http.get({ call: 'nameSuggestions', path, query: { zone }, schema: SuggestionsReply, signal })
  return orNameError({ work, otherwise: 'Error fetching name suggestions', call: 'nameSuggestions' })
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
  context: GatedContext,
  { name, registration: body, signal }: RegisterNameRequest,
): Promise<boolean> {
  if (!(await isServed(context, { signal }))) return false
  const path = paths.registerName
  const work = context.http.postForReply({
    call: 'registerName',
    path,
    bare: true,
    body,
    schema: RegistrationReply,
    signal,
  })
  return (await orNameError({ work, otherwise: `Error registering name ${name}`, call: 'registerName' })).success
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
