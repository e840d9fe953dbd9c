import { createHash, createHmac } from 'node:crypto'

export interface SignS3Parameters {
  method: string
  url: URL
  /** what is signed beside the host, the time and the body */
  headers?: Readonly<Record<string, string>> | undefined
  /** empty for none */
  body?: Uint8Array | undefined
  region: string
  accessKey: string
  secretKey: string
  /** milliseconds since 1970 */
  now: number
}

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text, 'utf8').digest()

/**
 * Signs a request to Amazon's S3, or to a service that speaks as it does.
 * @returns all headers to send besides `host`, which is signed as the URL has it
 * @see AWS Signature Version 4: "Authenticating Requests (AWS Signature Version 4)" in the reference of Amazon S3
 */
export function signS3(parameters: SignS3Parameters): Readonly<Record<string, string>> {
  const { method, url, headers = {}, body = new Uint8Array(), region, accessKey, secretKey, now } = parameters
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const bodyHash = sha256(body)
  const sent = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time }
  const named = Object.entries({ ...sent, host: url.host }).map(([name, value]) => [name.toLowerCase(), value.trim()])
  const signed = named.sort(byName)
  const names = signed.map(([name]) => name).join(';')
  const query = [...url.searchParams].map(([name, value]) => [encode(name), encode(value)]).sort(byName)
  const request = [
    method,
    url.pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    query.map((pair) => pair.join('=')).join('&'),
    ...signed.map((pair) => pair.join(':')),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<Uint8Array | string>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...sent, authorization }
}

/** Every byte but letters, digits and `-._~` (RFC 3986); `encodeURIComponent` leaves five more. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** In the order of code points, not of a language. */
const byName = ([one = '', first = '']: readonly string[], [other = '', second = '']: readonly string[]) =>
  one < other || (one === other && first < second) ? -1 : 1
