import type { Hex } from '@foyer/core/hex'
import * as v from 'valibot'
import { isHex } from 'viem'

/** Bytes in hexadecimal, as nodes answer them. */
export const Bytes: v.GenericSchema<unknown, Hex> = v.custom<Hex>((text) => isHex(text))
