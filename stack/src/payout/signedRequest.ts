import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

export interface ReadSignedParameters<Content> {
  secret: string
  /** `order` or `payment`: the parameter that holds it, and what the signature is for */
  purpose: string
  schema: v.GenericSchema<unknown, Content>
  parameters: Readonly<Record<string, string | undefined>>
}

/** Reads what the server has signed into an address. @returns null for what it hasn't, or what isn't as agreed */
export function readSigned<Content>({
  secret,
  purpose,
  schema,
  parameters,
}: ReadSignedParameters<Content>): Content | null {
  const { [purpose]: content = '', timestamp = '', signature = '' } = parameters
  if (!/^[0-9a-f]{64}$/.test(signature) || !/^\d{1,12}$/.test(timestamp) || content.length > 8_192) return null
  const wanted = createHmac('sha256', secret).update(`${purpose}.${timestamp}.${content}`).digest()
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex'))) return null
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), schema),
    Buffer.from(content, 'base64url').toString('utf8'),
  )
  return parsed.success ? parsed.output : null
}
