import { lookup } from 'node:dns/promises'
import type { ResolveHost } from './safeFetch.js'

/** Asks the machine's own resolver; an address is its own answer. */
export const resolveHost: ResolveHost = (host) => lookup(host, { all: true, verbatim: true })
