import { Arg, type ClassType, ID, Int } from 'type-graphql';

/** Arguments that many fields share. */

export const Id = () => Arg('id', () => ID, { description: 'Id of the requested record.' });

export const BrandId = () => Arg('brandId', () => ID, { description: 'Id of the brand.' });

export const Days = () =>
  Arg('days', () => Int, {
    defaultValue: 30,
    description: 'Length of the window in UTC days, including today; 1 to 90.',
  });

export const First = (defaultValue: number) =>
  Arg('first', () => Int, { defaultValue, description: 'Maximum number of entries, 1 to 100.' });

export const After = () =>
  Arg('after', () => String, {
    nullable: true,
    description: 'Cursor that the previous page ended with.',
  });

export const InputArg = (type: ClassType, description: string) =>
  Arg('input', () => type, { description });
