import { createHash, createHmac } from 'node:crypto'
import { type StandIn, StandInRefusal, type StandInRequest, startStandIn } from './standIn.js'

export interface StartS3Parameters {
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** of a role, whose every request has to carry it, signed */
  sessionToken?: string | undefined
  /** milliseconds since 1970; the machine's own time if left out */
  now?: (() => number) | undefined
}

export interface StoredObject {
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface LocalS3 extends StandIn {
  /** by key */
  readonly objects: Map<string, StoredObject>
}

/**
 * A stand-in for Amazon's S3 with one bucket in the path: GetObject, PutObject and DeleteObject, each signed in its headers.
 * @see "Authenticating Requests (AWS Signature Version 4)" and "Error responses" in the reference of Amazon S3
 */
export async function startS3(parameters: StartS3Parameters): Promise<LocalS3> {
  const { bucket, now = Date.now } = parameters
  const objects = new Map<string, StoredObject>()
  const answer = (request: StandInRequest) => {
    checkSignature({ ...parameters, request, now })
    const [, named, ...rest] = request.path.split('/')
    if (named !== bucket) throw refusal(404, 'NoSuchBucket')
    const key = rest.map(decodeURIComponent).join('/')
    if (key === '') throw refusal(400, 'InvalidRequest')
    if (request.method === 'PUT') {
      objects.set(key, { contentType: request.header('content-type'), bytes: request.bytes })
      return { headers: { etag: `"${createHash('md5').update(request.bytes).digest('hex')}"` }, body: '' }
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return { status: 204, body: '' }
    }
    if (request.method !== 'GET') throw refusal(405, 'MethodNotAllowed')
    const found = objects.get(key)
    if (found === undefined) throw refusal(404, 'NoSuchKey')
    return { headers: { 'content-type': found.contentType }, body: found.bytes }
  }
  const standIn = await startStandIn({
    answer,
    refusals: { expired: inXml(403, 'ExpiredToken'), limited: inXml(503, 'SlowDown') },
  })
  return Object.assign(standIn, { objects })
}

const inXml = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><RequestId>4442587FB7D0A2F9</RequestId></Error>`,
})

const refusal = (status: number, code: string) => new StandInRefusal(inXml(status, code))

const skewMs = 15 * 60_000
const Credentials =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z\d;-]+), ?Signature=([\da-f]{64})$/

interface CheckSignature extends StartS3Parameters {
  request: StandInRequest
  now: () => number
}

/** As the reference says, step by step: the request in its canonical form, what is signed of it, the key, the signature. */
function checkSignature({ request, region, accessKey, secretKey, sessionToken, now }: CheckSignature): void {
  const { method, path, query, bytes, header } = request
  const [, id, day = '', said, names = '', signature] = Credentials.exec(header('authorization')) ?? []
  if (id === undefined) throw refusal(403, 'AccessDenied')
  if (id !== accessKey) throw refusal(403, 'InvalidAccessKeyId')
  if (said !== region) throw refusal(400, 'AuthorizationHeaderMalformed')
  const time = header('x-amz-date')
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!time.startsWith(day) || !(Math.abs(now() - at) <= skewMs)) throw refusal(403, 'RequestTimeTooSkewed')
  const bodyHash = createHash('sha256').update(bytes).digest('hex')
  if (header('x-amz-content-sha256') !== bodyHash) throw refusal(400, 'XAmzContentSHA256Mismatch')
  const signed = names.split(';')
  const token = sessionToken === undefined ? [] : ['x-amz-security-token']
  if (header('x-amz-security-token') !== (sessionToken ?? '')) throw refusal(403, 'InvalidToken')
  const isWhole = ['host', 'x-amz-content-sha256', 'x-amz-date', ...token].every((name) => signed.includes(name))
  if (!isWhole || [...signed].sort().join(';') !== names) throw refusal(403, 'AccessDenied')
  const canonical = [
    method,
    path,
    [...query]
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${header(name).trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = [day, region, 's3', 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')]
  let key: string | Buffer = `AWS4${secretKey}`
  for (const part of scope) key = createHmac('sha256', key).update(part).digest()
  const expected = createHmac('sha256', key).update(text.join('\n')).digest('hex')
  if (signature !== expected) throw refusal(403, 'SignatureDoesNotMatch')
}
