// What the schema of mode files says about a place in one.

interface Schema {
  description?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  /** The meanings of the values of `enum`, in their order. */
  enumDescriptions?: string[];
  const?: unknown;
  type?: string | string[];
  $ref?: string;
  definitions?: Record<string, Schema>;
}

export interface Key {
  name: string;
  description: string;
}

export interface Value {
  value: string | boolean;
  /** The meaning; for truth values, what the key says of them. */
  description: string;
}

type Path = readonly (string | number)[];

export class ModeSchema {
  private readonly root: Schema;

  constructor(text: string) {
    this.root = JSON.parse(text) as Schema;
  }

  /** The keys that an object may have. */
  keys(path: Path): Key[] {
    const found = new Map<string, string>();
    for (const schema of this.at(path)) {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (!found.has(name)) found.set(name, this.text(property));
      }
    }
    return [...found].map(([name, description]) => ({ name, description }));
  }

  /** The words and truth values that are possible. */
  values(path: Path): Value[] {
    const found = new Map<unknown, string>();
    const ofKey = this.describe(path);
    for (const schema of this.at(path)) {
      const listed = schema.enum?.map(
        (value, at) => [value, schema.enumDescriptions?.[at] ?? ofKey] as const,
      );
      const bare = [schema.type].flat().includes("boolean") ? [true, false] : [schema.const];
      for (const [value, description] of [...(listed ?? []), ...bare.map((value) => [value, ofKey] as const)])
        if (!found.has(value)) found.set(value, description);
    }
    return [...found].flatMap(([value, description]) =>
      typeof value === "string" || typeof value === "boolean" ? { value, description } : [],
    );
  }

  /** Returns the purpose of a place. */
  describe(path: Path): string {
    const around = this.at(path.slice(0, -1));
    const key = path.at(-1);
    const own = typeof key === "string" ? around.flatMap((schema) => schema.properties?.[key] ?? []) : [];
    return own.map((schema) => this.text(schema)).find(Boolean) ?? "";
  }

  /** Everything that may stand at a place. */
  private at(path: Path): Schema[] {
    let schemas = this.expand([this.root]);
    for (const step of path) schemas = this.expand(schemas.flatMap((schema) => inside(schema, step)));
    return schemas;
  }

  /** Returns schemas with all that they refer to and all their alternatives, side by side. */
  private expand(schemas: readonly Schema[]): Schema[] {
    return schemas.flatMap((schema) => [
      schema,
      ...this.expand(schema.anyOf ?? []),
      ...(schema.$ref ? this.expand(this.referred(schema.$ref)) : []),
    ]);
  }

  private referred(reference: string): Schema[] {
    const found = this.root.definitions?.[reference.replace("#/definitions/", "")];
    return found ? [found] : [];
  }

  private text(schema: Schema): string {
    return (
      schema.description ?? this.expand([schema]).find(({ description }) => description)?.description ?? ""
    );
  }
}

function inside(schema: Schema, step: string | number): Schema[] {
  if (typeof step === "number") return schema.items ? [schema.items] : [];
  const own = schema.properties?.[step];
  if (own) return [own];
  return typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
}
