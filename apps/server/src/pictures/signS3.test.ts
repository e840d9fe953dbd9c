import { expect, test } from 'vitest'
import { signS3 } from './signS3.js'

/** The published examples of the reference of Amazon S3, "Signature Calculations for the Authorization Header". */
const example = {
  region: 'us-east-1',
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  now: Date.parse('2013-05-24T00:00:00Z'),
}

test.each([
  {
    what: 'an object, by a part of it',
    request: { method: 'GET', path: '/test.txt', headers: { Range: 'bytes=0-9' } },
    names: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'an object that is put, with a letter that is written otherwise',
    request: {
      method: 'PUT',
      path: '/test$file.text',
      headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: new TextEncoder().encode('Welcome to Amazon S3.'),
    },
    names: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a name without a value in the query',
    request: { method: 'GET', path: '/?lifecycle' },
    names: 'host;x-amz-content-sha256;x-amz-date',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a query of two names, in another order',
    request: { method: 'GET', path: '/?prefix=J&max-keys=2' },
    names: 'host;x-amz-content-sha256;x-amz-date',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('a signature is the published one: $what', ({ request: { path, ...request }, names, signature }) => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`)
  const credential = `${example.accessKey}/20130524/us-east-1/s3/aws4_request`
  expect(signS3({ ...example, ...request, url }).authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  )
})
