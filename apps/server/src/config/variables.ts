import { readVariables, unknownAmong } from '@foyer/service/config/readVariables'
import { Environment } from './environment.js'

type Variables = Readonly<Record<string, string | undefined>>

const known = Object.keys(Environment.entries)

/** The server's variables, those in files among them. */
export const withFiles = (env: Variables): ReturnType<typeof readVariables> => readVariables({ env, known })

/** A sentence for each variable that was probably meant for this server and that it doesn't know; those of a keeper in the same file aren't. */
export const unknownVariables = (env: Variables): string[] => unknownAmong({ env, known, ofOthers: ['KEEPER_'] })
