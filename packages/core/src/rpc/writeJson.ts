import { JsonRpcError } from '../errors/JsonRpcError.js'

/** Writes a request as JSON. @throws JsonRpcError -32602 for params that JSON can't hold, such as a bigint or a cycle */
export function writeJson({ method, value }: { method: string; value: unknown }): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new JsonRpcError({ rpcCode: -32602, text: `The params of ${method} can't be written as JSON.`, cause })
  }
}
