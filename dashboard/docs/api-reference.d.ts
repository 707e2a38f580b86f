declare module 'virtual:api-reference' {
  /** Draws the API reference into an element: https://scalar.com/products/api-references/configuration */
  export function createApiReference(root: HTMLElement, configuration: object): unknown;
}
