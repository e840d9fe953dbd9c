import { createServer } from 'node:http'

/** A node's address that answers by a function of what is asked. For tests; nothing in the product imports this. */
export interface NodeFront {
  readonly url: string
  stop(): Promise<void>
}

/** @param answered - gives the text of an answer to the text of a request */
export async function startNodeFront(answered: (body: string) => Promise<string>): Promise<NodeFront> {
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    // Of a request that was cut off there is no end, and nobody to answer.
    request.on('end', () => {
      void answered(Buffer.concat(chunks).toString()).then((text) => {
        response.setHeader('content-type', 'application/json')
        response.end(text)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('There is no port.')
  return {
    url: `http://127.0.0.1:${at.port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
